import { expect, it } from 'vitest'
import { listUnplacedMembers } from '#manage/controls/certificates/form-fields.ts'
import { formatCarats, setTypedValue, toShownPair, toShownSpot, toStoredPair, toStoredSpot } from './typed-values.ts'

it.each(['1.61', '1.', '不可测', '>1.78', ''])('stores and shows the spot reading %s unchanged', (typed) => {
  expect(toShownSpot(toStoredSpot(typed))).toBe(typed)
})

it.each([
  ['1.762', '1.770'],
  ['1.718', ''],
  ['', '1.770'],
  ['1.61（点测）', ''],
])('stores and shows the readings %s and %s unchanged', (lesser, greater) => {
  expect(toShownPair(toStoredPair(lesser, greater))).toEqual([lesser, greater])
})

it.each([
  ['4.48', '22.40 ct'],
  ['0.4120', '2.060 ct'],
  ['12', '60 ct'],
  ['12.5g', undefined],
  ['', undefined],
])('converts a mass of %s g to %s', (grams, carats) => {
  expect(formatCarats(grams)).toBe(carats)
})

it('computes the birefringence of two readings, and clears it together with them', () => {
  const withBirefringence = setTypedValue({ conclusion: '红宝石' }, 'gemstone', 'refractiveIndex', '1.762–1.770')
  expect(withBirefringence.双折射率).toBe('0.008')
  expect(setTypedValue(withBirefringence, 'gemstone', 'refractiveIndex', '1.762')).not.toHaveProperty('双折射率')
  const ownBirefringence = { refractiveIndex: '1.762', 双折射率: '0.009' }
  expect(setTypedValue(ownBirefringence, 'gemstone', 'refractiveIndex', '1.76').双折射率).toBe('0.009')
})

it('fills in the English conclusion until the user types another one', () => {
  const named = setTypedValue({}, 'turquoise', 'conclusion', '绿松石')
  expect(named.conclusionEn).toBe('Turquoise')
  expect(setTypedValue(named, 'turquoise', 'conclusion', '某种石头')).not.toHaveProperty('conclusionEn')
  const ownTranslation = { ...named, conclusionEn: 'Persian turquoise' }
  expect(setTypedValue(ownTranslation, 'turquoise', 'conclusion', '玛瑙').conclusionEn).toBe('Persian turquoise')
})

it('lists values without a field in the new category among the further items', () => {
  const fields = { conclusion: '钻石', colorGrade: 'D', 内径: '20 mm' }
  expect(listUnplacedMembers('diamond', fields)).toEqual(['内径'])
  expect(listUnplacedMembers('jade', fields)).toEqual(['colorGrade', '内径'])
})
