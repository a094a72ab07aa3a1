import { fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { pressScan } from '#testing/press-scan.ts'
import { findOrderNo, readScan } from './read-scan.ts'
import { ScanBar } from './scan-bar.tsx'

const SAMPLE = 'YP20261120000420013'

function openBar() {
  const onScan = vi.fn()
  const onSearch = vi.fn()
  const onTray = vi.fn()
  const onSubmit = vi.fn((event: Event) => event.preventDefault())
  const page = (
    <>
      <ScanBar
        placeholder="扫码"
        result={null}
        onScan={onScan}
        onSearch={onSearch}
        trays={['甲 01', 'G01']}
        onTray={onTray}
      />
      <form onSubmit={(event) => onSubmit(event.nativeEvent)}>
        <input aria-label="说明" defaultValue="戒臂" />
      </form>
    </>
  )
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: page }])} />)
  return { onScan, onSearch, onSubmit, onTray }
}

/** Types as a scanner does: each key, and its character in the field that has the focus. */
const scan = (field: HTMLInputElement, text: string) =>
  pressScan(field, text, { onKey: (key) => fireEvent.change(field, { target: { value: field.value + key } }) })

it('takes a scan out of the field in which it was typed, and keeps the Enter from its form', () => {
  const { onScan, onSubmit } = openBar()
  const field = screen.getByLabelText<HTMLInputElement>('说明')
  field.focus()
  scan(field, SAMPLE.slice(2))
  expect(onScan).toHaveBeenCalledWith({ kind: 'sample', number: SAMPLE })
  expect(field.value).toBe('戒臂')
  expect(document.activeElement).toBe(field)
  expect(onSubmit).not.toHaveBeenCalled()
})

it('reads the code of a tray, scanned anywhere or typed', () => {
  const { onScan, onSearch, onTray } = openBar()
  scan(screen.getByLabelText<HTMLInputElement>('说明'), 'G01')
  expect(screen.getByLabelText<HTMLInputElement>('说明').value).toBe('戒臂')
  const field = screen.getByLabelText<HTMLInputElement>('扫码或输入')
  fireEvent.change(field, { target: { value: '甲01' } })
  fireEvent.submit(field)
  expect(onTray.mock.calls).toEqual([['G01'], ['甲 01']])
  expect(onScan).not.toHaveBeenCalled()
  expect(onSearch).not.toHaveBeenCalled()
})

it('reads the keys of a scanner under a Chinese input method', () => {
  const { onScan } = openBar()
  pressScan(document.body, SAMPLE.slice(2), { toKey: (digit) => ({ key: 'Process', code: `Digit${digit}` }) })
  expect(onScan).toHaveBeenCalledWith({ kind: 'sample', number: SAMPLE })
})

it('searches typed words, and calls a typed number with a wrong digit unread', () => {
  const { onScan, onSearch } = openBar()
  const field = screen.getByLabelText<HTMLInputElement>('扫码或输入')
  const submit = (value: string) => {
    fireEvent.change(field, { target: { value } })
    fireEvent.submit(field)
  }
  submit('林知微')
  expect(onSearch).toHaveBeenCalledWith('林知微')
  submit('WT20261120000422')
  expect(onScan).toHaveBeenLastCalledWith({ kind: 'unread' })
  submit('wt 20261120-00042-5')
  expect(onScan).toHaveBeenLastCalledWith({ kind: 'order', number: 'WT20261120000425' })
})

it('finds the kind of a number, and the order of a sample', () => {
  expect(readScan('https://www.example.cn/c/SH20261103001285?v=2')).toEqual({
    kind: 'certificate',
    number: 'SH20261103001285',
  })
  expect(readScan('20261120000420014')).toEqual({ kind: 'unread' })
  expect(findOrderNo(SAMPLE)).toBe('WT20261120000425')
})
