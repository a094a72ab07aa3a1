import { expect, it } from 'vitest'
import { isNarrowed, NO_FILTERS, readCompared, readGemFilters, toCompareAddress, toGemAddress } from './gem-address.ts'

const read = (query: string) => readGemFilters(new URLSearchParams(query))
const parseCompared = (query: string) => readCompared(new URLSearchParams(query))

it('writes one address per choice, and reads it back', () => {
  const filters = read('sort=ri&riMax=1.78&riMin=1.75&colour=红&system=三方晶系&name=宝')
  expect(filters).toMatchObject({
    name: '宝',
    system: '三方晶系',
    colour: '红',
    refractiveIndex: { min: 1.75, max: 1.78 },
    order: 'refractiveIndex',
  })
  const address = toGemAddress(filters)
  expect(decodeURIComponent(address)).toBe('/gem?name=宝&system=三方晶系&colour=红&riMin=1.75&riMax=1.78&sort=ri')
  expect(readGemFilters(new URL(address, 'http://a').searchParams)).toEqual(filters)
})

it('ignores empty form fields and invalid values', () => {
  expect(read('name=&system=&colour=&riMin=&riMax=&sgMin=&sgMax=&hMin=&hMax=&sort=')).toEqual(NO_FILTERS)
  expect(read('riMin=-1&riMax=abc&sgMin=1e3&colour=虹&sort=price')).toEqual(NO_FILTERS)
  expect(isNarrowed(read('sort=h'))).toBe(false)
  expect(isNarrowed(read('hMin=7'))).toBe(true)
})

it('accepts swapped ends of a range, and full-width digits', () => {
  expect(read('riMin=1.8&riMax=1.7').refractiveIndex).toEqual({ min: 1.7, max: 1.8 })
  expect(read('sgMin=４．０').density).toEqual({ min: 4, max: null })
})

it('reads the gems to compare in both forms: each once, four at most', () => {
  expect(parseCompared('compare=50,51')).toEqual([50, 51])
  expect(parseCompared('compare=50&compare=51&compare=50')).toEqual([50, 51])
  expect(parseCompared('compare=1,2,3,4,5')).toEqual([1, 2, 3, 4])
  expect(parseCompared('compare=0,-1,x,1.5')).toEqual([])
  expect(toCompareAddress([50, 51])).toBe('/gem?compare=50,51')
})
