import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import { findEnglishLabel } from '@portal/contract/certificates/printed-rows.ts'
import { DESK_MEMBERS } from '@portal/contract/certificates/rules/desk-fields.ts'
import { expect, it } from 'vitest'
import { listFormSections } from './form-fields.ts'

const categories = Object.keys(CERTIFICATE_CATEGORIES) as CertificateCategory[]
const placed = new Set(
  categories
    .flatMap((category) => listFormSections(category).flatMap(({ fields }) => fields))
    .map(({ member }) => member),
)

it('places every field that staff write on the form of at least one category', () => {
  expect(DESK_MEMBERS.filter((member) => !placed.has(member))).toEqual([])
})

it('has only fields with a label in English', () => {
  expect([...placed].filter((member) => findEnglishLabel(member) === undefined)).toEqual([])
})
