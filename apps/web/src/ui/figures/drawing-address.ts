import { DRAWINGS, type DrawingName } from './drawing-names.ts'
import curves from './drawings/curves.svg?no-inline'
import rosette from './drawings/rosette.svg?no-inline'
import stones from './drawings/stones.svg?no-inline'

const URLS = { stones, curves, rosette }

/** Returns the address of a drawing for `<use>`. */
export const getDrawingAddress = (name: DrawingName): string => `${URLS[DRAWINGS[name].file]}#${name}`
