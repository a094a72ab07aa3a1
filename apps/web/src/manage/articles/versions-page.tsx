import type { ContentForm } from '@portal/contract/articles/content.ts'
import type { TemplatePage } from '@portal/contract/articles/page-templates.ts'
import { PAGES } from '@portal/contract/articles/standing-pages.ts'
import { PAGE_CATEGORY } from '@portal/contract/constants.ts'
import { useState } from 'react'
import { useLoaderData, useNavigate, useSearchParams } from 'react-router-dom'
import type { ApiClient } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { defineLoader, notFound } from '#lib/api/define-loader.ts'
import { showToast } from '#lib/toasts.ts'
import { CheckBox } from '#manage/controls/forms/check-box.tsx'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { ComparedText } from '#manage/controls/values/compared-text.tsx'
import { formatShortTime } from '#manage/controls/values/short-time.ts'
import { StatusMark } from '#manage/controls/values/status-mark.tsx'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { openPreview } from './open-preview.ts'
import styles from './versions-page.module.css'
import { describeValue, getMemberNames } from './words.ts'

/** Loads the article, and builds the link back to its editor. */
async function loadPlace(api: ApiClient, { key, id }: { key?: string | undefined; id?: string | undefined }) {
  if (!key) return { id: Number(id), list: { to: '/articles', text: '文章' }, editor: `/articles/${id}` }
  const list = { to: '/pages', text: '页面' }
  if (/^\d+$/.test(key)) return { id: Number(key), list, editor: `/pages/${key}` }
  const page = PAGES.find((one) => one.key === key)
  if (!page) throw notFound('没有这个页面')
  const { articleId } = await api.call('POST /v1/manage/pages/{key}/open', { params: { key: page.key } })
  return { id: articleId, list, editor: `/pages/${key}` }
}

export const loader = defineLoader(async ({ api, params, query }) => {
  const place = await loadPlace(api, params)
  const { id } = place
  const [article, { records, hasMore }] = await Promise.all([
    api.call('GET /v1/manage/articles/{id}', { params: { id } }),
    api.call('GET /v1/manage/articles/{id}/versions', { params: { id } }),
  ])
  const newest = records[0]?.version ?? article.version
  const newer = Number(query.get('new')) || newest
  const older = Number(query.get('old')) || records.find(({ version }) => version < newer)?.version || newer
  const loadForm = (version: number) =>
    api.call('GET /v1/manage/articles/{id}/versions/{version}', { params: { id, version } })
  const [from, to] = await Promise.all([loadForm(older), loadForm(newer)])
  return { place, article, records, hasMore, from, to }
})

/** The versions of an article or standing page, and the differences between two of them. */
export function Component() {
  const { place, article, records, hasMore, from, to } = useLoaderData<typeof loader>()
  const [query, setQuery] = useSearchParams()
  const [isWhole, setIsWhole] = useState(false)
  const api = useApi()
  const navigate = useNavigate()
  const choose = (side: 'old' | 'new', version: number) => {
    const next = new URLSearchParams({ old: String(from.version), new: String(to.version), [side]: String(version) })
    if (query.toString() !== next.toString()) setQuery(next, { replace: true, preventScrollReset: true })
  }
  const isSingle = from.version === to.version
  const restore = async () => {
    const params = { id: place.id, version: from.version }
    const isRestored = await api
      .call('POST /v1/manage/articles/{id}/versions/{version}/restore', { params })
      .catch(() => null)
    if (!isRestored) return
    showToast('success', `版本 ${from.version} 已存为草稿，核对后再发布`)
    await navigate(place.editor)
  }
  return (
    <>
      <PageHead
        title={`${article.form.title}：版本`}
        crumb={
          <>
            <TextLink to={place.list.to}>{place.list.text}</TextLink> ›{' '}
            <TextLink to={place.editor}>{article.form.title}</TextLink>
          </>
        }
        actions={
          <ButtonLink variant="outline" to={place.editor}>
            编辑
          </ButtonLink>
        }
      />
      <div className={styles.root}>
        <div>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">旧</th>
                <th scope="col">新</th>
                <th scope="col">版本</th>
              </tr>
            </thead>
            <tbody>
              {records.map(({ version, editorName, time, note }) => (
                <tr key={version} data-chosen={version === to.version || undefined}>
                  {(['old', 'new'] as const).map((side) => (
                    <td key={side}>
                      <CheckBox
                        type="radio"
                        name={side}
                        aria-label={`版本 ${version} 作为${side === 'old' ? '旧' : '新'}的一边`}
                        checked={version === (side === 'old' ? from.version : to.version)}
                        onChange={() => choose(side, version)}
                      />
                    </td>
                  ))}
                  <td>
                    <b>版本 {version}</b>{' '}
                    {version === article.version && article.state === 'published' && (
                      <StatusMark shape="live">现行</StatusMark>
                    )}
                    <span className={styles.who}>
                      {editorName ?? '已注销'} {formatShortTime(time)}
                      {note && `，${note}`}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className={styles.note}>
            {article.pageKey
              ? '版本永不删除。恢复旧版会生成草稿，发布后成为新版本。'
              : `保留最近 100 个版本${hasMore ? '，这里列出最近 50 个' : ''}。恢复旧版会生成草稿。`}
          </p>
        </div>
        <Panel
          title={isSingle ? `版本 ${to.version}` : `版本 ${from.version} → ${to.version}`}
          actions={
            <>
              <Button variant="quiet" aria-pressed={!isWhole} disabled={isSingle} onClick={() => setIsWhole(false)}>
                只看改动
              </Button>
              <Button variant="quiet" aria-pressed={isWhole} onClick={() => setIsWhole(true)}>
                全文
              </Button>
              <Button variant="quiet" onClick={() => void openPreview(api, place.id, { version: to.version })}>
                预览版本 {to.version}
              </Button>
              {!isSingle && (
                <Button variant="outline" onClick={() => void restore()}>
                  恢复版本 {from.version}
                </Button>
              )}
            </>
          }
          isFlush
        >
          <ChangedMembers
            pageKey={article.form.categoryId === PAGE_CATEGORY ? 'own' : null}
            from={from.form}
            to={to.form}
          />
          {isSingle && <p className={styles.single}>只有这一个版本，改动后可以比较。</p>}
          <ComparedText before={from.form.contentMd} after={to.form.contentMd} isWhole={isWhole || isSingle} />
        </Panel>
      </div>
    </>
  )
}

interface ChangedMembersProps {
  pageKey: TemplatePage | null
  from: ContentForm
  to: ContentForm
}

function ChangedMembers({ pageKey, from, to }: ChangedMembersProps) {
  const names = getMemberNames(pageKey)
  const changed = (Object.keys(names) as (keyof ContentForm)[]).filter(
    (name) => name !== 'contentMd' && JSON.stringify(from[name]) !== JSON.stringify(to[name]),
  )
  if (changed.length === 0) return null
  return (
    <ul className={styles.members}>
      {changed.map((name) => (
        <li key={name}>
          {names[name]}：<del>{describeValue(name, from[name]) || '空'}</del>{' '}
          <ins>{describeValue(name, to[name]) || '空'}</ins>
        </li>
      ))}
    </ul>
  )
}
