/** What a login does to the tab; stands in an object of its own, as a test cannot catch the browser's. */
export const tab = {
  reload: () => location.reload(),
  leaveFor: (address: string) => location.assign(address),
}
