import { expect, it } from 'vitest'
import { compareForms } from './form-changes.ts'

it('lists members of the laboratory’s own after the readings and before the standards', () => {
  const fields = { 双折射率: '0.008', testedOn: '2026-11-28', standards: 'GB/T 16552', specificGravity: '4.00' }
  const form = { category: 'gemstone', fields, pictures: [] } as const
  const { same } = compareForms({ ...form, pictures: [] }, { ...form, pictures: [] })
  expect(same.map(({ member }) => member)).toEqual(['category', 'specificGravity', '双折射率', 'standards', 'testedOn'])
})
