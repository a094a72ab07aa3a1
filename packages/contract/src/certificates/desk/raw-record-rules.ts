import { UPLOAD_MAX_MS } from '../../constants.ts'

/** Rules of raw records: files of instruments. Pages import them, so there are no schemas here. */

/** Limits of a file, of the files of one version, and of the instrument's name in characters. */
export const RAW_RECORD = {
  maxBytes: 20 * 1024 * 1024,
  filesMax: 50,
  versionMaxBytes: 100 * 1024 * 1024,
  instrumentMax: 40,
} as const
/** Time limit for the upload of a file. */
export const RAW_RECORD_UPLOAD_MS = UPLOAD_MAX_MS

/** Kinds of files, recognised by their content, with the endings that a file name may have. */
export const RAW_RECORD_ENDINGS = {
  jcamp: ['jdx', 'dx', 'jcm', 'jcamp', 'txt'],
  text: ['csv', 'txt', 'tsv', 'asc', 'dat', 'dpt', 'prn'],
  png: ['png'],
  jpeg: ['jpg', 'jpeg'],
  tiff: ['tif', 'tiff'],
  pdf: ['pdf'],
} as const
export type RawRecordKind = keyof typeof RAW_RECORD_ENDINGS
export const RAW_RECORD_KINDS = Object.keys(RAW_RECORD_ENDINGS) as RawRecordKind[]

/** Instruments that the page suggests; any other name may be typed. */
export const INSTRUMENTS = [
  '红外光谱仪',
  '拉曼光谱仪',
  '紫外可见光谱仪',
  'X 射线荧光光谱仪',
  '光致发光光谱仪',
  '电子天平',
  '折射仪',
  '宝石显微镜',
  '紫外荧光灯',
] as const

/** Returns the ending of a file name in lower case, without the dot. */
export const getEnding = (fileName: string): string => /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
