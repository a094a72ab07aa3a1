/** Edit that is applied to a picture before the upload. */
export interface PictureEdit {
  /** Number of turns by 90°, clockwise. */
  turns: 0 | 1 | 2 | 3
  /** The part that remains, in the turned picture; `null`: all of it. */
  crop: Part | null
}

/** A rectangle in fractions of the whole, 0 to 1. */
export interface Part {
  left: number
  top: number
  width: number
  height: number
}

export const UNEDITED: PictureEdit = { turns: 0, crop: null }
export const WHOLE: Part = { left: 0, top: 0, width: 1, height: 1 }

/** Size in pixels. */
export interface Size {
  width: number
  height: number
}

/** Turns a picture clockwise once more; the same part remains. */
export function turnPicture({ turns, crop }: PictureEdit): PictureEdit {
  return {
    turns: ((turns + 1) % 4) as PictureEdit['turns'],
    crop: crop && { left: 1 - crop.top - crop.height, top: crop.left, width: crop.height, height: crop.width },
  }
}

export function computeTurnedSize({ width, height }: Size, turns: number): Size {
  return turns % 2 === 0 ? { width, height } : { width: height, height: width }
}

/** Computes the position of the remaining part in the turned source, px of the source. */
export function computeCropArea(source: Size, { turns, crop }: PictureEdit): Size & { left: number; top: number } {
  const { width, height } = computeTurnedSize(source, turns)
  const part = crop ?? WHOLE
  return {
    left: Math.round(part.left * width),
    top: Math.round(part.top * height),
    width: Math.max(1, Math.round(part.width * width)),
    height: Math.max(1, Math.round(part.height * height)),
  }
}

/**
 * Computes the width of the pictured area after an edit: the scale, mm for each pixel of the source, stays the same.
 * @param widthMm as typed; a text that is no positive number is returned unchanged
 */
export function computeWidthAfter(widthMm: string, source: Size, before: PictureEdit, after: PictureEdit): string {
  const value = Number(widthMm)
  if (!(value > 0) || !Number.isFinite(value)) return widthMm
  const ratio = computeCropArea(source, after).width / computeCropArea(source, before).width
  return ratio === 1 ? widthMm : String(Number((value * ratio).toPrecision(4)))
}
