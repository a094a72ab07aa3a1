import type { MadePreview } from '@portal/contract/articles/preview.ts'
import { showToast } from '#lib/toasts.ts'

/** Opens a preview of a public page in a new tab. Only this member of staff can open the address, which expires soon. */
export async function openPreviewTab(make: () => Promise<MadePreview>): Promise<void> {
  // The tab opens before the answer, because browsers block one that opens later.
  const tab = window.open('', '_blank')
  const preview = await make().catch(() => null)
  if (!preview) return tab?.close()
  if (tab) tab.location.replace(preview.address)
  else showToast('warning', '浏览器拦截了新标签页，请允许本站弹出窗口后再预览')
}
