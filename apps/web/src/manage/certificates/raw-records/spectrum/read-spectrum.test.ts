import { describe, expect, it } from 'vitest'
import { readSpectrum } from './read-spectrum.ts'
import { POINTS_MAX, SpectrumFault } from './spectrum.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const read = (text: string) => readSpectrum(encode(text))
const readPoints = (text: string) => {
  const { xs, ys } = read(text)
  return Array.from(xs, (x, index) => [x, ys[index]])
}
function readFault(bytes: Uint8Array): string {
  try {
    readSpectrum(bytes)
  } catch (error) {
    if (error instanceof SpectrumFault) return error.message
    throw error
  }
  return '没有拒绝'
}

const HEAD = ['##TITLE=绿松石 42-02', '##JCAMP-DX=4.24', '##DATA TYPE=INFRARED SPECTRUM']
/** A block with a table of 12 ordinates from 400 to 411. Its first row is line 11. */
const makeBlock = (rows: readonly string[], { XYDATA = '(X++(Y..Y))', ...changes }: Record<string, string> = {}) => {
  const values = {
    XUNITS: '1/CM',
    YUNITS: 'ABSORBANCE',
    XFACTOR: '1',
    FIRSTX: '400',
    LASTX: '411',
    NPOINTS: '12',
    ...changes,
  }
  const labels = Object.entries(values).map(([label, value]) => `##${label}=${value}`)
  return [...HEAD, ...labels, `##XYDATA=${XYDATA}`, ...rows, '##END='].join('\n')
}

describe('a JCAMP-DX file', () => {
  const YS = [10, 12, 15, 15, 11, 11, 11, 11, 8, -20, -20, -20]
  const FORMS: [string, string[]][] = [
    ['AFFN with blanks', ['400 10 12 15 15 11.0 1.1E+01', '406 11 11 8 -20 -20 -20']],
    ['AFFN with commas', ['400, 10, 12, 15, 15, 11, 11', '406,11,11,8,-20,-20,-20']],
    ['AFFN, one ordinate a line', YS.map((y, index) => `${400 + index} ${y}`)],
    ['PAC', ['400+10+12+15+15+11+11', '+406+11+11+8-20-20-20']],
    ['SQZ', ['400A0A2A5A5A1A1', '406A1A1Hb0b0b0']],
    ['SQZ with DUP', ['400A0A2A5TA1V', '408Hb0U']],
    ['DIF', ['400A0KL%m', '404A1%%%lk8', '409b0%%', '411b0']],
    ['DIF with DUP', ['400A0KL%m', '404A1%Ulk8', '409b0%T', '411b0']],
    ['DIF whose check has a sign', ['400+10KL%m', '404+11%U l k8 ', '409-20%T', '411-20']],
    ['DIF whose lines end with absolute values', ['400A0KLA5A1', '405A1%T H b0', '410b0b0']],
  ]
  it.each(FORMS)('is read in the form %s', (_form, rows) => {
    expect(readPoints(makeBlock(rows))).toEqual(YS.map((y, index) => [400 + index, y]))
  })

  it('repeats a difference, and not its sum', () => {
    const rows = ['400A0KUq8T', '405a60']
    const ys = readPoints(makeBlock(rows, { LASTX: '405', NPOINTS: '6' })).map(([, y]) => y)
    expect(ys).toEqual([10, 12, 14, 16, -72, -160])
  })

  it('has factors, descending positions, and values that the instrument marks as missing', () => {
    const changes = { FIRSTX: '4000', LASTX: '3998', NPOINTS: '5', XFACTOR: '0.5', YFACTOR: '0.001' }
    expect(readPoints(makeBlock(['8000 120 ? 130', '7997 -4 0'], changes))).toEqual([
      [4000, 0.12],
      [3999.5, Number.NaN],
      [3999, 0.13],
      [3998.5, -0.004],
      [3998, 0],
    ])
  })

  it('has title, units and kind of measurement; comments, blanks and case do not count', () => {
    const text = makeBlock(['400 1 2 $$ 99 99', '', '$$ a comment', '402 3'], { LASTX: '402', NPOINTS: '3 $$ points' })
    const lower = text
      .replaceAll('##', '  ##')
      .replace('##XUNITS', '##x-u n_its')
      .replace('(X++(Y..Y))', ' (x++ (y..y)) ')
    expect(readSpectrum(encode(lower.replaceAll('\n', '\r\n')))).toEqual({
      title: '绿松石 42-02',
      measurement: 'INFRARED SPECTRUM',
      xs: Float64Array.of(400, 401, 402),
      ys: Float64Array.of(1, 2, 3),
      xLabel: '1/CM',
      yLabel: 'ABSORBANCE',
      header: '',
      isPeakTable: false,
      hasMore: false,
    })
  })

  it('may lack LASTX or FIRSTX when DELTAX is there', () => {
    const changes = { FIRSTX: '', LASTX: '', DELTAX: '-0.5', NPOINTS: '3' }
    expect(readPoints(makeBlock(['400 1 2 3'], changes))).toEqual([
      [400, 1],
      [399.5, 2],
      [399, 3],
    ])
  })

  it('may round the positions of lines to their last digit', () => {
    const changes = { FIRSTX: '400.2', LASTX: '401.4', NPOINTS: '7' }
    expect(readPoints(makeBlock(['400 1 2 3 4', '401 5 6 7'], changes))).toHaveLength(7)
  })

  it('with several spectra is read to the end of the first one', () => {
    const link = ['##TITLE=two', '##JCAMP-DX=4.24', '##DATA TYPE=LINK', '##BLOCKS=2']
    const blocks = [makeBlock(['400 1 2'], { LASTX: '401', NPOINTS: '2' }), makeBlock(['400 8 9'])]
    expect(read([...link, ...blocks, '##END='].join('\n'))).toMatchObject({
      title: '绿松石 42-02',
      ys: Float64Array.of(1, 2),
      hasMore: true,
    })
  })

  it('has pairs at any distance, or a table of peaks in any order', () => {
    const pairs = makeBlock(['400,1; 401.5,2', '410 3'], { XYDATA: '(XY..XY)', NPOINTS: '3' })
    const expected = [
      [400, 1],
      [401.5, 2],
      [410, 3],
    ]
    expect(readPoints(pairs)).toEqual(expected)
    expect(readPoints(pairs.replace('XYDATA', 'XYPOINTS'))).toEqual(expected)
    const peaks = makeBlock(['410,3,5 400,1,5', '401.5,2,5'], { XYDATA: '(XYW..XYW)', NPOINTS: '3' })
    const table = read(peaks.replace('XYDATA', 'PEAK TABLE'))
    expect([...table.xs, ...table.ys, table.isPeakTable]).toEqual([400, 401.5, 410, 1, 2, 3, true])
  })

  const BROKEN: [string, string, string][] = [
    [
      'an altered difference',
      makeBlock(['400A0KM%m', '404A1%Ulk8', '409b0%T', '411b0']),
      '第 12 行开头的校验值是 11，应为 12：可能缺了一行，或内容被改动。',
    ],
    [
      'a lost line of differences',
      makeBlock(['400A0KL%m', '409b0%T', '411b0']),
      '第 12 行开头的校验值是 -20，应为 11：可能缺了一行，或内容被改动。',
    ],
    ['a missing check', makeBlock(['400A0KL%m', '404J']), '第 12 行开头缺少校验值。'],
    [
      'a lost line of numbers',
      makeBlock(['400 1 2 3 4', '408 9 10 11 12']),
      '第 12 行的横坐标是 408，应为 404：可能缺了一行。',
    ],
    ['a lost end', makeBlock(['400 1 2 3 4']), '文件写明有 12 个点（##NPOINTS），读到 4 个：文件可能不完整。'],
    ['no data', makeBlock([], { NPOINTS: '0' }), '文件中没有数据点。'],
    ['a single point', makeBlock(['400 1'], { NPOINTS: '1', DELTAX: '1' }), '文件中没有数据点。'],
    ['missing values only', makeBlock(['400 ? ? ?'], { NPOINTS: '3', LASTX: '402' }), '文件中没有数据点。'],
    ['a line without ordinates', makeBlock(['400 1', '401']), '第 12 行只有横坐标，没有纵坐标。'],
    ['text in a line', makeBlock(['400 1 2 四 5']), '第 11 行有不能识别的内容：“四 5”。'],
    ['text for a position', makeBlock(['x 1 2']), '第 11 行开头不是横坐标：“x 1 2”。'],
    ['a difference from nothing', makeBlock(['400J']), '第 11 行的差值之前没有数值。'],
    ['a difference from a missing value', makeBlock(['400 ?J']), '第 11 行的差值之前没有数值。'],
    ['a repetition of nothing', makeBlock(['400T']), '第 11 行的重复次数之前没有数值。'],
    ['a number that is none', makeBlock(['400 1 2'], { FIRSTX: '4OO' }), '第 7 行的数值“4OO”不能识别。'],
    ['a number beyond all', makeBlock(['400 1E+999 2']), '第 11 行的数值“1E+999”不能识别。'],
    [
      'a factor beyond all',
      makeBlock(['400 100 200'], { YFACTOR: '1E307', LASTX: '401', NPOINTS: '2' }),
      '数值超出可以绘图的范围。',
    ],
    ['no range', makeBlock(['400 1 2'], { LASTX: '' }), '文件没有写明横坐标的范围（##LASTX 或 ##DELTAX）。'],
    ['an empty range', makeBlock(['400 1 2'], { LASTX: '400' }), '横坐标的范围（##FIRSTX 至 ##LASTX）为 0。'],
    ['an unknown form', makeBlock(['1 2'], { XYDATA: '(XYZ..XYZ)' }), '第 10 行的数据形式“(XYZ..XYZ)”不能绘图。'],
    ['an odd pair', makeBlock(['400,1 401'], { XYDATA: '(XY..XY)' }), '第 11 行不是成组的数值：“400,1 401”。'],
    ['text in pairs', makeBlock(['400,1 x'], { XYDATA: '(XY..XY)' }), '第 11 行不是成组的数值：“400,1 x”。'],
    [
      'several variables',
      [...HEAD, '##NTUPLES=NMR SPECTRUM', '##DATA TABLE=(X++(R..R)), XYDATA'].join('\n'),
      '第 4 行是多变量数据（NTUPLES），不能绘图。',
    ],
    ['no table', HEAD.join('\n'), '文件中没有 ##XYDATA、##XYPOINTS 或 ##PEAK TABLE。'],
    ['a vast repetition', makeBlock(['400A0Z99999999999']), '数据超过 20 万个点，不能绘图。'],
    [
      'too many pairs',
      makeBlock(['1 1;'.repeat(POINTS_MAX + 1)], { XYDATA: '(XY..XY)' }),
      '数据超过 20 万个点，不能绘图。',
    ],
  ]
  it.each(BROKEN)('with %s is refused with its line', (_name, text, message) => {
    expect(readFault(encode(text))).toBe(message)
  })
})

describe('a table', () => {
  const POINTS = [
    [4000, 0.5],
    [3998, 0.25],
  ]
  it.each([
    ['commas', '4000,0.5\n3998,0.25\n'],
    ['commas and a header', '波数,吸光度\r\n4000,0.5\r\n3998,0.25\r\n'],
    ['commas and quotes', '"4000","0.5"\n"3998","0.25"'],
    ['semicolons', '4000;0.5\n3998;0.25'],
    ['semicolons and decimal commas', 'cm-1;A\n4000,0;0,5\n3998,0;,25'],
    ['tabs and decimal commas', '4000\t0,5\n3998\t0,25'],
    ['blanks', '  4000   0.5\n  3998   0.25  \n'],
    ['exponents', '4e3,5E-1\n3.998e+3,2.5e-1'],
    ['a byte order mark', '\ufeff4000,0.5\n3998,0.25'],
    ['old line ends', '4000,0.5\r3998,0.25\r'],
    ['empty lines', '\n\n4000,0.5\n\n3998,0.25\n\n'],
    ['further columns', '4000,0.5,1,2\n3998,0.25,1,2'],
    ['a header with numbers', 'Scans,32\nResolution 4 cm-1\nDate,2026-11-20\nx,y\n4000,0.5\n3998,0.25'],
    ['a note after the values', '4000,0.5\n3998,0.25\n\n测试人：周检\n'],
  ])('with %s is read', (_name, text) => {
    expect(readPoints(text)).toEqual(POINTS)
  })

  it('has the titles of its columns, and says whether there are more', () => {
    const [xLabel, yLabel] = ['Wavenumber (cm-1)', 'Absorbance']
    expect(read(`Sample 1\n"${xLabel}","${yLabel}",b\n1,2,3\n2,3,4`)).toMatchObject({ xLabel, yLabel, hasMore: true })
    expect(read('1,2,\n2,3,')).toMatchObject({ xLabel: '', yLabel: '', hasMore: false })
  })

  it('is read in the encodings of instruments', () => {
    const gbk = Uint8Array.of(0xb2, 0xa8, 0xca, 0xfd, 0x2c, 0x41, 0x0a)
    const body = encode('4000,1\n3998,2\n')
    expect(readSpectrum(Uint8Array.from([...gbk, ...body])).xLabel).toBe('波数')
    // No encoding at all: a Latin-1 superscript.
    expect(readSpectrum(Uint8Array.from([0x63, 0x6d, 0xb3, 0x0a, ...body])).xs).toHaveLength(2)
    for (const isBig of [false, true]) {
      const units = Array.from('\ufeff波数,A\n4000,1\n3998,2\n', (character) => character.charCodeAt(0))
      const bytes = units.flatMap((unit) => (isBig ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8]))
      expect(readSpectrum(Uint8Array.from(bytes))).toMatchObject({ xLabel: '波数', xs: Float64Array.of(4000, 3998) })
    }
  })

  it.each([
    ['a cut line', '4000,0.5\n3998,0.2\n3996,\n3994,0.1', '第 3 行不是两列数值：“3996,”。'],
    ['a cut last line', '4000,0.5\n3998,0.2\n3996', '第 3 行不是两列数值：“3996”。'],
    ['text between values', '4000,0.5\n3998,0.2\n# 暂停\n3994,0.1', '第 3 行不是两列数值：“# 暂停”。'],
    ['a letter for a digit', '4000,0.5\n3998,O.2\n3996,0.3', '第 2 行不是两列数值：“3998,O.2”。'],
    ['positions in no order', '4000,0.5\n3998,0.2\n3999,0.3', '第 3 行的横坐标 3999 没有依次减小。'],
    ['two scans', '1,5\n2,2\n\n1,5\n2,2', '第 4 行的横坐标 1 没有依次增大。'],
    ['one position', '1,5\n1,5', '横坐标全部相同，不能绘图。'],
    ['one column', '1\n2\n3', '文件中没有两列数值。'],
    ['one row', 'x,y\n1,2', '文件中没有两列数值。'],
    ['text alone', '天平\n12.50 g\n', '文件中没有两列数值。'],
    ['nothing', '', '文件中没有两列数值。'],
    ['a number beyond all', '1,2\n2,1e999', '第 2 行的数值“1e999”不能识别。'],
    ['too many rows', '1,1\n'.repeat(3) + '2,1\n'.repeat(POINTS_MAX), '数据超过 20 万个点，不能绘图。'],
  ])('with %s is refused with its line', (_name, text, message) => {
    expect(readFault(encode(text))).toBe(message)
  })

  it('of any length is read or refused in a time that is proportional to its length', () => {
    const size = 4 * 1024 * 1024
    const texts = ['1,', ' ', '1', '\n', '"', '-', '1 2\n', '##TITLE=\n', 'x,y\n', '\t;'].map((part) =>
      part.repeat(Math.floor(size / part.length)),
    )
    const jcamp = ['A', 'A0%Z', '1E', ' ,', '9'].map((part) =>
      makeBlock([`400${part.repeat(Math.floor(size / part.length))}`]),
    )
    for (const text of [...texts, ...jcamp]) {
      const startMs = performance.now()
      expect(readFault(encode(text))).toMatch(/。$/)
      expect(performance.now() - startMs).toBeLessThan(5000)
    }
  })
})
