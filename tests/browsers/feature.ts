/** A feature of the web in a built file. */
export interface Feature {
  /** MDN's name of it, as in `web-features`: `css.properties.text-wrap.balance`, `api.Element.checkVisibility`. */
  key: string
  /** What stands in the file. */
  text: string
}

/** A feature that some supported browser lacks, used on purpose. */
export interface Allowed {
  /** Names every part of it too: `css.properties.cursor` is each of its values. */
  key: string
  /** What happens without it. */
  reason: string
  /** A source file that uses it, or the package that does. */
  place: string
  /** How the file names it, where that is not the last part of the key. */
  word?: string
}
