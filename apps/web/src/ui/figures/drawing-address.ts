import { partsHash } from 'virtual:part-files'
import { DRAWINGS, type FiledDrawingName } from './drawing-names.ts'
import curves from './drawings/curves.svg?no-inline'
import moreStones from './drawings/more-stones.svg?no-inline'
import ornaments from './drawings/ornaments.svg?no-inline'
import stones from './drawings/stones.svg?no-inline'

const URLS = { stones, 'more-stones': moreStones, curves, ornaments }

/**
 * Returns the address of a drawing for `<use>`.
 * @param isShared whether it is read from the file of several drawings instead of its own
 */
export function getDrawingAddress(name: FiledDrawingName, isShared: boolean): string {
  const url = isShared || partsHash === null ? URLS[DRAWINGS[name].file] : `/assets/${name}-${partsHash}.svg`
  return `${url}#${name}`
}
