/** Stored in place of the address of an endpoint whose receiver polls; secrets are bound to it. */
const POLLED = 'poll:'

export const toPollAddress = (partnerId: number) => `${POLLED}${partnerId}`

export const isPolled = (address: string) => address.startsWith(POLLED)
