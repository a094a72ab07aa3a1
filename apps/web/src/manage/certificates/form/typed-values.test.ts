import { expect, it } from 'vitest'
import { unplacedMembers } from './form-fields.ts'
import { caratsOf, pairShown, pairStored, spotShown, spotStored, withTyped } from './typed-values.ts'

it.each(['1.61', '1.', '不可测', '>1.78', ''])('the spot reading %s stays as it was typed', (typed) => {
  expect(spotShown(spotStored(typed))).toBe(typed)
})

it.each([
  ['1.762', '1.770'],
  ['1.718', ''],
  ['', '1.770'],
  ['1.61（点测）', ''],
])('the readings %s and %s stay as they were typed', (lesser, greater) => {
  expect(pairShown(pairStored(lesser, greater))).toEqual([lesser, greater])
})

it.each([
  ['4.48', '22.40 ct'],
  ['0.4120', '2.060 ct'],
  ['12', '60 ct'],
  ['12.5g', undefined],
  ['', undefined],
])('a mass of %s g is %s', (grams, carats) => {
  expect(caratsOf(grams)).toBe(carats)
})

it('computes the birefringence of two readings, and takes it back with them', () => {
  const both = withTyped({ conclusion: '红宝石' }, 'gemstone', 'refractiveIndex', '1.762–1.770')
  expect(both.双折射率).toBe('0.008')
  expect(withTyped(both, 'gemstone', 'refractiveIndex', '1.762')).not.toHaveProperty('双折射率')
  const own = { refractiveIndex: '1.762', 双折射率: '0.009' }
  expect(withTyped(own, 'gemstone', 'refractiveIndex', '1.76').双折射率).toBe('0.009')
})

it('fills in the English conclusion until somebody has written an own one', () => {
  const named = withTyped({}, 'turquoise', 'conclusion', '绿松石')
  expect(named.conclusionEn).toBe('Turquoise')
  expect(withTyped(named, 'turquoise', 'conclusion', '某种石头')).not.toHaveProperty('conclusionEn')
  const own = { ...named, conclusionEn: 'Persian turquoise' }
  expect(withTyped(own, 'turquoise', 'conclusion', '玛瑙').conclusionEn).toBe('Persian turquoise')
})

it('keeps what another category has no field for among the further items', () => {
  const fields = { conclusion: '钻石', colorGrade: 'D', 内径: '20 mm' }
  expect(unplacedMembers('diamond', fields)).toEqual(['内径'])
  expect(unplacedMembers('jade', fields)).toEqual(['colorGrade', '内径'])
})
