/** The import cannot go on; the message is Chinese, fit to be shown, and says what to do. Nothing was published. */
export class ImportError extends Error {
  override name = 'ImportError'
}
