/** A browser engine that the journeys run on. */
export interface Engine {
  name: 'chromium' | 'firefox' | 'webkit'
  /**
   * Opens a page with empty cookies and storage, in Chinese, with reduced motion.
   * @param options `widthPx` 1440 by default; `isScripted: false` switches the site's scripts off
   */
  open(options?: PageOptions): Promise<EnginePage>
  close(): Promise<void>
}

interface PageOptions {
  widthPx?: number
  isScripted?: boolean
}

/**
 * A page of a user's browser. Selectors are CSS and select their first visible element, with `text` the first one that
 * contains it, white space folded. Every call waits for its element, and rejects after a time limit.
 */
export interface EnginePage {
  goto(url: string): Promise<void>
  url(): Promise<string>
  /** Clicks on the middle of an enabled element, when it stands still and nothing covers it. */
  click(selector: string, options?: { text?: string }): Promise<void>
  /** Replaces the text of a field, or chooses the option of a select with this value or label. */
  fill(selector: string, value: string): Promise<void>
  /** Presses a key on the focused element, with modifiers before it: `Enter`, `Shift+Tab`, `Control+k`. */
  press(key: string): Promise<void>
  /** Waits until the element is visible; with `gone` until none is. */
  waitFor(selector: string, options?: { text?: string; gone?: boolean }): Promise<void>
  /** Returns the visible text of an element. */
  text(selector: string): Promise<string>
  /**
   * Returns the value of an expression, awaited: JSON values only. Nothing can be awaited on a page that runs no
   * scripts.
   */
  evaluate<T>(expression: string): Promise<T>
  /** Chooses files for a file field, which may be hidden. */
  setFiles(selector: string, files: string[]): Promise<void>
  /** Writes the visible part of the page as a PNG file. */
  screenshot(file: string): Promise<void>
  /** Returns console warnings and errors, and uncaught errors, so far. */
  complaints(): string[]
  close(): Promise<void>
}
