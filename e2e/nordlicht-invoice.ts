// An invoice to a customer of the sample company, as its lines stand in a file.
export const HEADS = 'Customer,Period,Item,Quantity,Unit price,Amount,Currency'

const ITEMS = [
  'Seats,140,29.00,4060.00',
  'API calls,19800000,0.0004,7920.00',
  '"Storage, GB-days",372000,0.001,372.00',
  '"Egress, GB",9337.5,0.08,747.00',
  'Tokens,45000000,0.000015,675.00',
  'Build minutes,14000,0.008,112.00',
  'Refund,,,-150.00',
  'Platform fee,,,250.00',
  'VAT 19 %,,,2657.34',
  'Total,,,16643.34',
]

export const NORDLICHT = [HEADS, ...ITEMS.map((item) => `Nordlicht Logistik,2026-10,${item},EUR`)]
