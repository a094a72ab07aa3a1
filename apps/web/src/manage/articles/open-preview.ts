import type { BodyFor } from '@portal/contract/calls.ts'
import type { ApiClient } from '#lib/api/api-client.ts'
import { showToast } from '#lib/toasts.ts'

/** Opens a text in its place on the public site, in a new tab. Nobody else can open the address, and it ends soon. */
export async function openPreview(
  api: ApiClient,
  id: number,
  body: BodyFor<'POST /v1/manage/articles/{id}/preview'>,
): Promise<void> {
  // Before the answer: a tab that opens later is blocked.
  const tab = window.open('', '_blank')
  const made = await api.call('POST /v1/manage/articles/{id}/preview', { params: { id }, body }).catch(() => null)
  if (!made) return tab?.close()
  if (tab) tab.location.replace(made.address)
  else showToast('warning', '浏览器拦截了新标签页，请允许本站弹出窗口后再预览')
}
