import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Field } from '../forms/field.tsx'
import { TextInput } from '../forms/inputs.tsx'
import { type Edit, useEdit } from './use-edit.ts'

interface Site {
  phone: string
  address: string
}

const SAVED: Site = { phone: '0719-8612045', address: '人民路 1 号' }
let edit: Edit<Site>

function Form({ saved = SAVED, version = 47 }: { saved?: Site; version?: number }) {
  edit = useEdit<Site>({
    key: 'someone:site',
    saved,
    version,
    findFaults: ({ phone }) => (/^[\d-]+$/.test(phone) ? {} : { phone: '电话只含数字与横线' }),
    now: () => Date.UTC(2026, 10, 20, 2, 42),
  })
  return (
    <>
      <Field label="电话" place="页脚、联系我们" {...edit.getFieldProps('phone')}>
        <TextInput {...edit.getInputProps('phone')} />
      </Field>
      <Field label="地址" {...edit.getFieldProps('address')}>
        <TextInput {...edit.getInputProps('address')} />
      </Field>
    </>
  )
}

afterEach(() => localStorage.clear())

const findField = (label: string) => screen.getByLabelText(label) as HTMLInputElement
const type = (label: string, value: string) => fireEvent.change(findField(label), { target: { value } })

it('marks a changed field and shows its previous value', () => {
  render(<Form />)
  type('电话', '0719-8612088')
  expect(edit.changed).toEqual(['phone'])
  expect(screen.getByText('已改')).toBeTruthy()
  expect(screen.getByText('原为：0719-8612045')).toBeTruthy()
  type('电话', SAVED.phone)
  expect(screen.queryByText('已改')).toBeNull()
})

it('keeps both of two changes that are made before the next render', () => {
  render(<Form />)
  act(() => {
    edit.change({ phone: '0719-8612088' })
    edit.change({ address: '人民路 2 号' })
  })
  expect(edit.values).toEqual({ phone: '0719-8612088', address: '人民路 2 号' })
})

it('restores typed values after a crash, with the version on which they are based', () => {
  const first = render(<Form />)
  type('电话', '0719-8612088')
  first.unmount()
  render(<Form saved={{ ...SAVED, address: '人民路 2 号' }} version={48} />)
  expect(findField('电话').value).toBe('0719-8612088')
  expect(edit).toMatchObject({ version: 47, changed: ['phone'], isRestored: true })
  expect(edit.storedAtMs).toBe(Date.UTC(2026, 10, 20, 2, 42))
})

it('deletes the draft when the changes are discarded or saved', () => {
  const first = render(<Form />)
  type('电话', '0719-8612088')
  act(() => edit.discard())
  expect(findField('电话').value).toBe(SAVED.phone)
  first.unmount()
  render(<Form />)
  expect(edit.changed).toEqual([])
  type('电话', '0719-8612088')
  act(() => edit.settle({ ...SAVED, phone: '0719-8612088' }, 48))
  expect([edit.changed, edit.version, localStorage.length]).toEqual([[], 48, 0])
})

it('takes over newer stored values while nothing is changed, and keeps changes otherwise', () => {
  const { rerender } = render(<Form />)
  rerender(<Form saved={{ ...SAVED, address: '人民路 2 号' }} version={48} />)
  expect([findField('地址').value, edit.version]).toEqual(['人民路 2 号', 48])
  type('电话', '0719-8612088')
  rerender(<Form saved={{ ...SAVED, address: '人民路 3 号' }} version={49} />)
  expect([findField('电话').value, findField('地址').value, edit.version]).toEqual(['0719-8612088', '人民路 2 号', 48])
})

it('shows a fault once the field has lost the focus, and all faults on saving', () => {
  render(<Form />)
  type('电话', '零七一九')
  expect(screen.queryByText('电话只含数字与横线')).toBeNull()
  fireEvent.blur(findField('电话'))
  expect(screen.getByText('电话只含数字与横线')).toBeTruthy()
  expect(findField('电话').getAttribute('aria-invalid')).toBe('true')
  let isRight = true
  act(() => {
    isRight = edit.check()
  })
  expect(isRight).toBe(false)
  expect(document.activeElement).toBe(findField('电话'))
})

it('ignores a stored draft of another form', () => {
  localStorage.setItem('manage-draft:someone:site', '{"version":1,"base":{},"values":{"name":"x"},"atMs":1}')
  render(<Form />)
  expect(findField('电话').value).toBe(SAVED.phone)
  localStorage.setItem('manage-draft:someone:site', 'not JSON')
  expect(edit.changed).toEqual([])
})

it('keeps the values on top of those that a colleague has saved', () => {
  render(<Form />)
  type('电话', '0719-8612088')
  const theirs = { phone: SAVED.phone, address: '人民路 9 号' }
  act(() => edit.rebase(theirs, 48, { ...theirs, phone: '0719-8612088' }))
  expect(edit).toMatchObject({ version: 48, changed: ['phone'], values: { address: '人民路 9 号' } })
})
