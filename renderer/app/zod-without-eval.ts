// Imported before any schema is made: zod would try `new Function` to see whether it may, which the CSP refuses and
// reports.
import { z } from 'zod'

z.config({ jitless: true })
