import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ApiError } from '#lib/api/api-client.ts'
import { defineLoader } from '#lib/api/define-loader.ts'
import { openPage } from '#testing/open-page.tsx'
import { ErrorPage } from './error-page.tsx'

/** Opens a page whose loader fails with this error. */
function openFailed(error: ApiError): void {
  const loader = defineLoader(() => Promise.reject(error))
  openPage('/', [{ path: '/', Component: () => null, loader, ErrorBoundary: ErrorPage }])
}

it('shows the report id of a server error', async () => {
  openFailed(new ApiError(504, '数据服务没有及时答复，请稍后重试', { reportId: '7K3M9Q-XD2F4H' }))
  expect(await screen.findByText('数据服务没有及时答复，请稍后重试')).toBeTruthy()
  expect(screen.getByText('7K3M9Q-XD2F4H')).toBeTruthy()
  expect(screen.getByRole('button', { name: '复制编号' })).toBeTruthy()
})

it('shows no report id for a refusal', async () => {
  openFailed(new ApiError(429, '操作过于频繁，请稍后重试', { requestId: '7K3M9Q-XD2F4H' }))
  expect(await screen.findByText('操作过于频繁，请稍后重试')).toBeTruthy()
  expect(screen.queryByText('7K3M9Q-XD2F4H')).toBeNull()
})
