/** Scale and offset of a picture, px from the centre of the stage. */
export interface FigureView {
  scale: number
  x: number
  y: number
}

/** A point, px from the centre of the stage; also the stage's size. */
export interface StagePoint {
  x: number
  y: number
}

export const WHOLE_FIGURE: FigureView = { scale: 1, x: 0, y: 0 }
export const LARGEST_SCALE = 8
/** Zoom factor of one key press or click. */
export const ZOOM_STEP = 1.5

/** Zooms around the point `at`. */
export function zoomAt(view: FigureView, factor: number, at: StagePoint, stage: StagePoint): FigureView {
  const scale = Math.min(LARGEST_SCALE, Math.max(1, view.scale * factor))
  const scaleRatio = scale / view.scale
  return keepInside({ scale, x: at.x - (at.x - view.x) * scaleRatio, y: at.y - (at.y - view.y) * scaleRatio }, stage)
}

export function moveBy(view: FigureView, by: StagePoint, stage: StagePoint): FigureView {
  return keepInside({ ...view, x: view.x + by.x, y: view.y + by.y }, stage)
}

/** Keeps the picture on the stage. */
function keepInside({ scale, x, y }: FigureView, stage: StagePoint): FigureView {
  const limit = (value: number, length: number) => {
    const most = ((scale - 1) * length) / 2
    return Math.min(most, Math.max(-most, value)) + 0
  }
  return { scale, x: limit(x, stage.x), y: limit(y, stage.y) }
}
