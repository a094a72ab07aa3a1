/** In an object of its own, because tests cannot spy on `location`. */
export const tab = {
  reload: () => location.reload(),
  leaveFor: (address: string) => location.assign(address),
}
