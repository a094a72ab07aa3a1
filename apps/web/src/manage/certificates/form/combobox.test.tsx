import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { Field } from '#manage/controls/forms/field.tsx'
import { Combobox } from './combobox.tsx'

const OPTIONS = [
  { value: '绿松石', note: '未见处理迹象', tag: { word: '天然', isCaution: false } },
  { value: '绿松石（充填）', tag: { word: '处理', isCaution: true } },
]

function Conclusion({ onEscape }: { onEscape?: () => void }) {
  const [value, setValue] = useState('')
  const options = OPTIONS.filter((option) => option.value.includes(value))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears what the field leaves
    <div onKeyDown={(event) => !event.defaultPrevented && onEscape?.()}>
      <Field label="检验结论">
        <Combobox value={value} options={options} label="定名" source="GB/T 16552" onChange={setValue} />
      </Field>
    </div>
  )
}
const findField = () => screen.getByRole('combobox', { name: '检验结论' }) as HTMLInputElement
const press = (key: string) => fireEvent.keyDown(findField(), { key })
const getActiveText = () =>
  document.getElementById(findField().getAttribute('aria-activedescendant') ?? '')?.textContent

it('suggests names while the user types, and chooses one by ↑ ↓ and Enter', () => {
  render(<Conclusion />)
  expect(findField().getAttribute('aria-expanded')).toBe('false')
  fireEvent.change(findField(), { target: { value: '绿' } })
  expect(findField().getAttribute('aria-expanded')).toBe('true')
  expect(document.getElementById(findField().getAttribute('aria-controls') ?? '')?.getAttribute('role')).toBe('listbox')
  expect(getActiveText()).toContain('未见处理迹象')
  press('ArrowDown')
  expect(getActiveText()).toContain('处理')
  expect(screen.getAllByRole('option', { selected: true })).toHaveLength(1)
  press('Enter')
  expect(findField().value).toBe('绿松石（充填）')
  expect(screen.queryByRole('listbox')).toBeNull()
})

it('keeps typed text after Esc, and leaves unused keys to the form', () => {
  const left = vi.fn()
  render(<Conclusion onEscape={left} />)
  fireEvent.change(findField(), { target: { value: '松' } })
  press('Escape')
  expect([findField().value, left.mock.calls.length]).toEqual(['松', 0])
  press('Enter')
  expect([findField().value, left.mock.calls.length]).toEqual(['松', 1])
})

it('chooses a name by pointer without losing the focus', () => {
  render(<Conclusion />)
  findField().focus()
  press('ArrowDown')
  const option = screen.getByRole('option', { name: /充填/ })
  expect(fireEvent.mouseDown(option)).toBe(false)
  fireEvent.click(option)
  expect([findField().value, document.activeElement]).toEqual(['绿松石（充填）', findField()])
})
