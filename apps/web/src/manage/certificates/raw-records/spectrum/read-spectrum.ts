import { readJcamp } from './jcamp.ts'
import { type Spectrum, SpectrumFault } from './spectrum.ts'
import { readTableSpectrum } from './table-spectrum.ts'

const JCAMP = /^\s*##\s*(?:TITLE|JCAMP[\s_-]*DX)\s*=/im
const HEAD_LENGTH = 4096

/**
 * Reads the spectrum of a raw record, JCAMP-DX or a table of two columns.
 * @throws SpectrumFault for any other file
 */
export function readSpectrum(bytes: Uint8Array): Spectrum {
  const text = decodeText(bytes)
  const spectrum = JCAMP.test(text.slice(0, HEAD_LENGTH)) ? readJcamp(text) : readTableSpectrum(text)
  // Factors can exceed the range of numbers.
  if (spectrum.xs.some((x) => !Number.isFinite(x)) || spectrum.ys.some((y) => Math.abs(y) > Number.MAX_VALUE / 4))
    throw new SpectrumFault('数值超出可以绘图的范围。')
  if (spectrum.ys.every(Number.isNaN)) throw new SpectrumFault('文件中没有数据点。')
  return spectrum
}

/** Decodes as UTF-16 with its mark, else UTF-8, else GB18030, which instruments in China write. Other bytes are replaced. */
function decodeText(bytes: Uint8Array): string {
  const mark = `${bytes[0]},${bytes[1]}`
  if (mark === '255,254') return new TextDecoder('utf-16le').decode(bytes)
  if (mark === '254,255') return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}
