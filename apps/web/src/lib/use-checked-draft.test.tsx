import { act, fireEvent } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { RadioRow } from '#ui/forms/radio-row.tsx'
import { useCheckedDraft } from './use-checked-draft.ts'

const KINDS = [
  { value: 'certificate', text: '假证书' },
  { value: 'site', text: '假网站' },
]

function Report() {
  const form = useCheckedDraft<'kind' | 'text', Record<'kind' | 'text', string>>(
    { kind: 'certificate', text: '' },
    () => ({}),
  )
  return (
    <form ref={form.formRef}>
      <RadioRow
        legend="类型"
        name="kind"
        choices={KINDS}
        value={form.draft.kind}
        onChange={(kind) => form.change({ kind })}
      />
      <input {...form.field('text')} />
      <output>{`${form.draft.kind}, ${form.draft.text}`}</output>
    </form>
  )
}

it('adopts input that was typed and chosen before the scripts were loaded', async () => {
  const container = document.createElement('div')
  document.body.append(container)
  container.innerHTML = renderToString(<Report />)
  const getControl = (selector: string) => container.querySelector<HTMLInputElement>(selector) as HTMLInputElement
  getControl('[value=site]').checked = true
  fireEvent.change(getControl('[name=text]'), { target: { value: '扫码后打开的不是贵中心的网站' } })
  const root = await act(async () => hydrateRoot(container, <Report />))
  expect(container.querySelector('output')?.textContent).toBe('site, 扫码后打开的不是贵中心的网站')
  expect(getControl('[value=site]').checked).toBe(true)
  act(() => root.unmount())
})
