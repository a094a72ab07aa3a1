/**
 * Proportions of the brilliant that the site draws and labels (design.md, 6). Shares of the girdle radius: table,
 * girdle. Shares of the distance: star (from table edge to girdle), lower (from girdle to culet). The girdle is drawn
 * thicker than in reality, because it would otherwise be invisible.
 */
export const BRILLIANT_PROPORTIONS = {
  table: 0.57,
  crownDeg: 34.5,
  pavilionDeg: 40.75,
  star: 0.5,
  lower: 0.77,
  girdle: 0.05,
} as const

const { table, crownDeg, pavilionDeg, girdle } = BRILLIANT_PROPORTIONS
const RADIUS_PX = 118
const GIRDLE_TOP_Y_PX = 102
const GIRDLE_BOTTOM_Y_PX = GIRDLE_TOP_Y_PX + girdle * RADIUS_PX
const AXIS_X_PX = 240

/** Labels of the three dimension lines in `profile`: SVG text, 14 px. */
export const PROFILE_LABELS = [
  { text: `台宽比 ${Math.round(table * 100)}%`, xPx: AXIS_X_PX, yPx: 38, anchor: 'middle' },
  { text: `冠角 ${crownDeg}°`, xPx: AXIS_X_PX + RADIUS_PX + 44, yPx: GIRDLE_TOP_Y_PX - 37, anchor: 'start' },
  { text: `亭角 ${pavilionDeg}°`, xPx: AXIS_X_PX - RADIUS_PX - 44, yPx: GIRDLE_BOTTOM_Y_PX + 57, anchor: 'end' },
] as const
