/** A feature of the web in a built file. */
export interface Feature {
  /**
   * MDN's name of the feature, as in `web-features`: `css.properties.text-wrap.balance`, `api.Element.checkVisibility`.
   */
  key: string
  /** Text in the file. */
  text: string
}

/** A feature that is used on purpose although a supported browser lacks it. */
export interface Allowed {
  /** Key that includes its parts: `css.properties.cursor` also allows each of its values. */
  key: string
  /** Behaviour in a browser that lacks the feature. */
  reason: string
  /** A source file or package that uses it. */
  place: string
  /** Name in the file, if it is not the last part of the key. */
  word?: string
}
