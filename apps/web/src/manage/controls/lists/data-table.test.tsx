import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, it } from 'vitest'
import { BulkBar } from './bulk-bar.tsx'
import { DataTable } from './data-table.tsx'
import { useSelection } from './use-selection.ts'

interface Row {
  id: string
  title: string
}

const ROWS: readonly Row[] = ['收费标准', '春节收样安排', '绿松石铁线的成因'].map((title, nth) => ({
  id: `${nth + 1}`,
  title,
}))

function List({ rows = ROWS }: { rows?: readonly Row[] }) {
  const selection = useSelection(rows.map(({ id }) => id))
  const [open, setOpen] = useState<string | null>(null)
  return (
    <>
      <BulkBar selection={selection}>
        <button type="button">下架</button>
      </BulkBar>
      <DataTable
        label="文章"
        columns={[{ key: 'title', head: '标题', kind: 'main', renderCell: ({ title }) => title }]}
        rows={rows}
        getId={({ id }) => id}
        getName={({ title }) => title}
        getAddress={({ id }) => `/articles/${id}`}
        selection={selection}
        renderDetails={({ title }) => `${title}的详情`}
        openId={open}
        onOpen={setOpen}
        empty={<p>没有文章</p>}
      />
    </>
  )
}

function open(rows?: readonly Row[]) {
  const router = createMemoryRouter([
    { path: '/', element: rows ? <List rows={rows} /> : <List /> },
    { path: '/articles/:id', element: <p>文章页</p> },
  ])
  return { ...render(<RouterProvider router={router} />), router }
}

const press = (...keys: string[]) => {
  for (const key of keys) {
    const [name = '', isShifted] = key.startsWith('Shift+') ? [key.slice(6), true] : [key, false]
    fireEvent.keyDown(document.activeElement ?? document.body, { key: name, shiftKey: isShifted })
  }
}
const findCurrentRow = () => document.activeElement?.closest('tr')?.textContent

it('moves through the rows with J and K, and stops at the ends', () => {
  open()
  press('j', 'j')
  expect(findCurrentRow()).toContain('春节收样安排')
  press('j', 'j', 'j')
  expect(findCurrentRow()).toContain('绿松石铁线的成因')
  press('k')
  expect(findCurrentRow()).toContain('春节收样安排')
})

it('opens the focused row by Enter', () => {
  const { router } = open()
  press('j', 'j', 'Enter')
  expect(router.state.location.pathname).toBe('/articles/2')
})

it('selects rows with X, a range with Shift X, and none with Esc', () => {
  open()
  press('j', 'x')
  expect(screen.getByText('已选 1 项')).toBeTruthy()
  press('j', 'j', 'Shift+X')
  expect(screen.getByText('已选 3 项')).toBeTruthy()
  expect((screen.getByLabelText('全选本页') as HTMLInputElement).checked).toBe(true)
  press('Escape')
  expect(screen.queryByText(/已选/)).toBeNull()
})

it('selects by keys that come before the list is rendered again', () => {
  open()
  act(() => press('j', 'x', 'j', 'x'))
  expect(screen.getByText('已选 2 项')).toBeTruthy()
  act(() => press('x', 'j', 'Shift+X'))
  expect(screen.getByText('已选 3 项')).toBeTruthy()
})

it('selects all rows with the box in the head, which is partial for some', () => {
  open()
  fireEvent.click(screen.getByLabelText('选择 收费标准'))
  const all = screen.getByLabelText('全选本页') as HTMLInputElement
  expect([all.checked, all.indeterminate]).toEqual([false, true])
  fireEvent.click(all)
  expect(screen.getByText('已选 3 项')).toBeTruthy()
})

it('deselects rows that disappear', () => {
  const { rerender } = open()
  fireEvent.click(screen.getByLabelText('全选本页'))
  const router = createMemoryRouter([{ path: '/', element: <List rows={ROWS.slice(0, 1)} /> }])
  rerender(<RouterProvider router={router} />)
  expect(screen.queryByText('已选 3 项')).toBeNull()
})

it('shows the details of a row under it', () => {
  open()
  const button = screen.getByRole('button', { name: '详情：收费标准' })
  fireEvent.click(button)
  expect(screen.getByText('收费标准的详情')).toBeTruthy()
  expect(screen.getByRole('button', { name: '详情：收费标准' }).getAttribute('aria-expanded')).toBe('true')
})

it('shows the empty text when there are no rows', () => {
  open([])
  expect(screen.getByText('没有文章')).toBeTruthy()
})
