/** Why nothing can be asked of the service for a snapshot whose connection was deleted. */
export const CONNECTION_GONE = 'Its connection was deleted. What was read can still be viewed and exported.'
