/** Why nothing can be asked of the service for a snapshot whose connection was deleted. */
export const CONNECTION_GONE = 'Its connection is not there any more. What was read can be looked at and exported.'
