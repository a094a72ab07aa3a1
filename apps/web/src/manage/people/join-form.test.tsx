import { WIRE_TEXT } from '@portal/contract/errors.ts'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createApiClient } from '#lib/api/api-client.ts'
import { ApiContext } from '#lib/api/api-context.ts'
import { answering, bad } from '#testing/answering.ts'
import { JoinForm } from './join-form.tsx'

it('shows at the field why a name is refused, until it is changed', async () => {
  const fetch = answering({ 'POST /v1/invitation/join': bad(400, WIRE_TEXT.nameReserved) })
  render(
    <ApiContext value={createApiClient({ fetch })}>
      <JoinForm email="xu@example.test" onJoined={() => undefined} />
    </ApiContext>,
  )
  const name = screen.getByLabelText<HTMLInputElement>('姓名')
  fireEvent.change(name, { target: { value: '官方客服' } })
  fireEvent.change(screen.getByLabelText('密码'), { target: { value: 'copper-lantern-47-river' } })
  fireEvent.click(screen.getByRole('button', { name: '建立账号，接着设置两步验证' }))
  await screen.findByText(WIRE_TEXT.nameReserved)
  expect(screen.getAllByText(WIRE_TEXT.nameReserved)).toHaveLength(1)
  expect(name.getAttribute('aria-invalid')).toBe('true')
  expect(name.value).toBe('官方客服')
  fireEvent.change(name, { target: { value: '许听澜' } })
  expect(screen.queryByText(WIRE_TEXT.nameReserved)).toBeNull()
})
