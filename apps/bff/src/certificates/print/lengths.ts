/** Points in a millimetre. */
const MM = 72 / 25.4
/** A dot of a printer of 300 dpi, pt. */
export const DOT = 72 / 300

export const mm = (length: number): number => length * MM

/** Rounds to the nearest whole dot, so that a printer resamples nothing. */
export const onDots = (pt: number): number => Math.round(pt / DOT) * DOT
