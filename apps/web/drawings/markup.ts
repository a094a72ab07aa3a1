/**
 * The few pieces of SVG the drawings are made of. A line has no width of its own: it takes `stroke-width` from the
 * place where it is used, and keeps that width on the screen whatever the size of the drawing.
 */
const HAIRLINE = 'vector-effect="non-scaling-stroke"'

/** A line in the colour of the text around it. Thinner lines are given as paler ones. */
export function line(pathData: string, opacity = 1, stroke?: string): string {
  return `<path d="${pathData}"${opacityOf(opacity)}${stroke ? ` stroke="${stroke}"` : ''} ${HAIRLINE}/>`
}

/** A tinted ground without an outline; holes are rings inside rings. */
export function area(pathData: string, opacity: number): string {
  return `<path d="${pathData}" fill="currentColor" fill-opacity="${opacity}" fill-rule="evenodd" stroke="none"/>`
}

export function circle(cxPx: number, cyPx: number, rPx: number, opacity = 1): string {
  return `<circle cx="${cxPx}" cy="${cyPx}" r="${rPx}"${opacityOf(opacity)} ${HAIRLINE}/>`
}

function opacityOf(opacity: number): string {
  return opacity === 1 ? '' : ` opacity="${opacity}"`
}
