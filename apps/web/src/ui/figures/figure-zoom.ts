/** How a picture lies on its stage: enlarged by `scale`, then moved by `x` and `y` px from the middle. */
export interface FigureView {
  scale: number
  x: number
  y: number
}

/** A place on the stage, px from its middle; also the stage's own width and height. */
export interface StagePoint {
  x: number
  y: number
}

export const WHOLE_FIGURE: FigureView = { scale: 1, x: 0, y: 0 }
export const LARGEST_SCALE = 8
/** One press of a key or button. */
export const ZOOM_STEP = 1.5

/** Enlarges so that what lies at `at` stays there. */
export function zoomAt(view: FigureView, factor: number, at: StagePoint, stage: StagePoint): FigureView {
  const scale = Math.min(LARGEST_SCALE, Math.max(1, view.scale * factor))
  const grown = scale / view.scale
  return within({ scale, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown }, stage)
}

export function moveBy(view: FigureView, by: StagePoint, stage: StagePoint): FigureView {
  return within({ ...view, x: view.x + by.x, y: view.y + by.y }, stage)
}

/** The picture cannot be pushed off its stage. */
function within({ scale, x, y }: FigureView, stage: StagePoint): FigureView {
  const limit = (value: number, length: number) => {
    const most = ((scale - 1) * length) / 2
    return Math.min(most, Math.max(-most, value)) + 0
  }
  return { scale, x: limit(x, stage.x), y: limit(y, stage.y) }
}
