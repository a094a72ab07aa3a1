import { Copy } from '@lucide/icons'
import { useEffect, useState } from 'react'
import { replacePlaceholders } from '#domain/writing/pictures/picture-marks.ts'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { showToast } from '#lib/toasts.ts'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { Button } from '#ui/forms/button.tsx'
import { isInternalHost, makeWechatArticle, type WechatArticle } from './wechat-html.ts'

/** Copies an article with inline styles for the editor of WeChat. */
export function WechatDialog({ contentMd, onClose }: { contentMd: string; onClose: () => void }) {
  const { article, fault } = useWechatArticle(contentMd)
  const copy = () => {
    if (!article) return
    const isCopied = copyArticle(article)
    if (!isCopied) return showToast('warning', '浏览器没有允许复制，请换用新版 Chrome、Edge 或 Safari')
    showToast('success', '已复制，请到公众号后台粘贴')
    onClose()
  }
  return (
    <ManageDialog
      title="复制到公众号"
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            关闭
          </Button>
          <Button icon={Copy} disabled={!article} onClick={copy}>
            复制
          </Button>
        </>
      }
    >
      <p>复制的是编辑框里现在的内容，到公众号后台的编辑框里粘贴。标题、封面、摘要不会带过去。</p>
      {fault && (
        <Note tone="error" isLive>
          {fault}
        </Note>
      )}
      {article && (
        <ul>
          {article.pictures > 0 && <li>{describePictures(article.pictures)}</li>}
          {article.references > 0 && (
            <li>{article.references} 个链接：公众号多数账号不能点，改为文末的“参考链接”，文中标 [1]</li>
          )}
          {article.wideTables > 0 && <li>{article.wideTables} 张表超过 5 列：手机上放不下，建议改成图片</li>}
        </ul>
      )}
      <Note>公众号会改动一部分样式，粘贴后请预览一次。</Note>
    </ManageDialog>
  )
}

function describePictures(count: number): string {
  return isInternalHost(location.hostname)
    ? `${count} 张图：本站在内部网络，公众号读不到，请在公众号里逐张上传`
    : `${count} 张图：公众号从 ${location.host} 转存，没有转存的请在公众号里上传`
}

/** The article as upstream renders it, fetched before the click: browsers allow copying only at once after a click. */
function useWechatArticle(contentMd: string): { article: WechatArticle | null; fault: string } {
  const api = useApi()
  const [article, setArticle] = useState<WechatArticle | null>(null)
  const [fault, setFault] = useState('')
  useEffect(() => {
    const controller = new AbortController()
    const options = { body: { contentMd: replacePlaceholders(contentMd) }, signal: controller.signal }
    api.call('POST /v1/article/preview', options).then(
      ({ content }) => setArticle(makeWechatArticle(content, location.origin)),
      (reason: unknown) => {
        if (controller.signal.aborted) return
        setFault(reason instanceof ApiError ? reason.message : '网络不通，请关闭后重试')
      },
    )
    return () => controller.abort()
  }, [api, contentMd])
  return { article, fault }
}

/**
 * Puts HTML and text on the clipboard. A copy event does this without a report of the content security policy, which
 * `navigator.clipboard.write` makes for each inline style.
 */
function copyArticle({ html, text }: WechatArticle): boolean {
  const controller = new AbortController()
  const options = { capture: true, signal: controller.signal }
  let isCopied = false
  // Chrome and Safari otherwise copy nothing without a selection.
  document.addEventListener('beforecopy', (event) => event.preventDefault(), options)
  document.addEventListener(
    'copy',
    (event) => {
      event.clipboardData?.setData('text/html', html)
      event.clipboardData?.setData('text/plain', text)
      event.preventDefault()
      event.stopImmediatePropagation()
      isCopied = true
    },
    options,
  )
  document.execCommand('copy')
  controller.abort()
  return isCopied
}
