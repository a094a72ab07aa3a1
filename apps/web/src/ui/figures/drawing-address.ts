import { DRAWINGS, type DrawingName } from './drawing-names.ts'
import crystals from './drawings/crystals.svg?no-inline'
import curves from './drawings/curves.svg?no-inline'
import cuts from './drawings/cuts.svg?no-inline'
import mark from './drawings/mark.svg?no-inline'
import objects from './drawings/objects.svg?no-inline'
import rosette from './drawings/rosette.svg?no-inline'
import rounded from './drawings/rounded.svg?no-inline'

const URLS = { cuts, rounded, crystals, objects, curves, rosette, mark }

/** Returns the address of a drawing for `<use>`. */
export const getDrawingAddress = (name: DrawingName): string => `${URLS[DRAWINGS[name].file]}#${name}`
