/**
 * Gives the browser's history entries, for links within the page, keys like those of the router. Without a key of its own, such
 * an entry would get the position of an earlier one instead of scrolling to its target. Must be called before the router is
 * made, whose listener reads the key.
 * @param readKey returns the key of the router's location
 */
export function nameBrowserEntries(readKey: () => string): void {
  addEventListener('popstate', () => {
    const { state } = history
    // A link to the present address keeps the entry.
    if (!state || (state.key ?? 'default') === readKey())
      history.replaceState({ ...state, key: `${Math.random()}` }, '')
  })
}
