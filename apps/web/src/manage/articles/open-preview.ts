import type { BodyFor } from '@portal/contract/calls.ts'
import type { ApiClient } from '#lib/api/api-client.ts'
import { openPreviewTab } from '#manage/controls/saving/preview-tab.ts'

/** Opens a preview of a text at its place on the public site. */
export function openPreview(
  api: ApiClient,
  id: number,
  body: BodyFor<'POST /v1/manage/articles/{id}/preview'>,
): Promise<void> {
  return openPreviewTab(() => api.call('POST /v1/manage/articles/{id}/preview', { params: { id }, body }))
}
