// Providers around the whole page: theme, style nonce, query cache, notices, and an error boundary.
import { MantineProvider } from '@mantine/core'
import { useColorScheme } from '@mantine/hooks'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Settings } from '../../../shared/contract/settings.ts'
import { partBehindRows } from '../../ui/on-demand.tsx'
import { cssVariablesResolver, theme } from '../theme/theme.ts'
import { ErrorBoundary } from './error-boundary.tsx'

const Notices = partBehindRows(() => import('./notices.tsx').then((part) => part.Notices))

interface AppProvidersProps {
  scheme: 'light' | 'dark'
  nonce: string
  queryClient: QueryClient
  children: ReactNode
}

export function AppProviders({ scheme, nonce, queryClient, children }: AppProvidersProps) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      forceColorScheme={scheme}
      getStyleNonce={() => nonce}
    >
      <Notices />
      <QueryClientProvider client={queryClient}>
        <ErrorBoundary>{children}</ErrorBoundary>
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** The scheme to paint in: as set, or as the system has it. */
export function useScheme(theme: Settings['theme']): 'light' | 'dark' {
  const system = useColorScheme('light', { getInitialValueInEffect: false })
  return theme === 'auto' ? system : theme
}
