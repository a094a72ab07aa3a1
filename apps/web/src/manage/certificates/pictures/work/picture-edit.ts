/** What is done to a picture before it is sent. */
export interface PictureEdit {
  /** By 90°, clockwise. */
  turns: 0 | 1 | 2 | 3
  /** The part that stays, of the turned picture; `null`: all of it. */
  crop: Part | null
}

/** A rectangle as parts of the whole, 0 to 1. */
export interface Part {
  left: number
  top: number
  width: number
  height: number
}

export const UNEDITED: PictureEdit = { turns: 0, crop: null }
export const WHOLE: Part = { left: 0, top: 0, width: 1, height: 1 }

/** Pixels. */
export interface Size {
  width: number
  height: number
}

/** Turned clockwise once more; the same part stays. */
export function turned({ turns, crop }: PictureEdit): PictureEdit {
  return {
    turns: ((turns + 1) % 4) as PictureEdit['turns'],
    crop: crop && { left: 1 - crop.top - crop.height, top: crop.left, width: crop.height, height: crop.width },
  }
}

export function turnedSize({ width, height }: Size, turns: number): Size {
  return turns % 2 === 0 ? { width, height } : { width: height, height: width }
}

/** Where the part that stays lies in the turned source, px of the source. */
export function keptPart(source: Size, { turns, crop }: PictureEdit): Size & { left: number; top: number } {
  const { width, height } = turnedSize(source, turns)
  const part = crop ?? WHOLE
  return {
    left: Math.round(part.left * width),
    top: Math.round(part.top * height),
    width: Math.max(1, Math.round(part.width * width)),
    height: Math.max(1, Math.round(part.height * height)),
  }
}

/**
 * The width of what a picture shows after an edit: the scale, mm for each pixel of the source, stays.
 * @param widthMm as typed; anything but a positive number stays as it is
 */
export function widthAfter(widthMm: string, source: Size, before: PictureEdit, after: PictureEdit): string {
  const value = Number(widthMm)
  if (!(value > 0) || !Number.isFinite(value)) return widthMm
  const ratio = keptPart(source, after).width / keptPart(source, before).width
  return ratio === 1 ? widthMm : String(Number((value * ratio).toPrecision(4)))
}
