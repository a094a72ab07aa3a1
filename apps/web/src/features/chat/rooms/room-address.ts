/** Where the conversation with a person is. */
export function roomAddress(peerId: string): string {
  return `/im?${new URLSearchParams({ userId: peerId })}`
}
