/** Whether an address is one of these paths, with or without a slash at its end. */
export function isPathAmong(paths: readonly string[], pathname: string): boolean {
  return paths.includes(pathname.replace(/(.)\/+$/, '$1'))
}
