import { ArrowDown, ArrowUp, Copy, Download, FileText, Lock, Replace, Trash2 } from '@lucide/icons'
import type { DataFor } from '@portal/contract/calls.ts'
import { useState } from 'react'
import { useLoaderData, useLocation, useNavigate } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { defineLoader } from '#lib/api/define-loader.ts'
import { formatBytes } from '#lib/format.ts'
import { showToast } from '#lib/toasts.ts'
import { DangerDialog } from '#manage/controls/dialogs/danger-dialog.tsx'
import { useKeys } from '#manage/controls/keys/use-keys.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { Column, Columns, Panel } from '#manage/controls/layout/panel.tsx'
import styles from '#manage/controls/media/media.module.css'
import { MediaPlate } from '#manage/controls/media/media-plate.tsx'
import { describePlace, formatSize, type MediaItem, type MediaUse } from '#manage/controls/media/media-words.ts'
import { readMediaFilter } from '#manage/controls/media/read-media-filter.ts'
import { useAction } from '#manage/controls/saving/use-action.ts'
import { Facts } from '#manage/controls/values/facts.tsx'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { MediaForm } from './media-form.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'
import { getUseAddress, nameUse } from './use-places.ts'

type Detail = DataFor<'GET /v1/manage/media/{id}'>

export const loader = defineLoader(({ api, params, query }) =>
  api.call('GET /v1/manage/media/{id}', { params: { id: params.id ?? '' }, query: readMediaFilter(query) }),
)

/** One file: picture, description, uses, facts and earlier files. */
export function Component() {
  const { item, usedIn, files, newerId, olderId } = useLoaderData<typeof loader>()
  const { search } = useLocation()
  const isDeleted = item.goneOn !== null
  return (
    <>
      <PageHead
        title={item.name}
        crumb={<Link to={`/media${search}`}>图片与文件</Link>}
        actions={isDeleted ? <RestoreButton item={item} /> : <Actions item={item} usedIn={usedIn} />}
      />
      <Columns>
        <Column span={7}>
          <MediaPlate item={item} isLarge />
          <Neighbours newerId={newerId} olderId={olderId} />
          {isDeleted ? (
            <Note tone="warning">已删除，地址打不开。保留到 {item.goneOn}，之前可以恢复。</Note>
          ) : (
            <DeletionNote item={item} usedIn={usedIn} />
          )}
        </Column>
        <Column span={5}>
          {!isDeleted && <MediaForm key={item.id} item={item} />}
          <UsesPanel usedIn={usedIn} />
          <FilePanel item={item} files={files} />
        </Column>
      </Columns>
    </>
  )
}

/** Links to the files before and after in the list from which this one was opened. */
function Neighbours({ newerId, olderId }: Pick<Detail, 'newerId' | 'olderId'>) {
  const navigate = useNavigate()
  const { search } = useLocation()
  const open = (id: string | null) => () => (id === null ? false : void navigate(`/media/${id}${search}`))
  useKeys({
    j: { words: '下一个', run: open(olderId) },
    k: { words: '上一个', run: open(newerId) },
  })
  return (
    <nav className={styles.neighbours} aria-label="相邻的文件">
      {newerId && (
        <ButtonLink variant="quiet" icon={ArrowUp} to={`/media/${newerId}${search}`}>
          上一个
        </ButtonLink>
      )}
      {olderId && (
        <ButtonLink variant="quiet" icon={ArrowDown} to={`/media/${olderId}${search}`}>
          下一个
        </ButtonLink>
      )}
    </nav>
  )
}

/** Says why a file cannot be deleted. */
function DeletionNote({ item: { isUnused, isStable }, usedIn }: { item: MediaItem; usedIn: readonly MediaUse[] }) {
  if (isUnused) return null
  const now = usedIn.filter(({ day }) => day === null)
  const replace = isStable ? '，或用“换文件”' : ''
  return (
    <Note icon={Lock}>
      {isUnused === null && '用途还在统计，稍后才能删除。'}
      {isUnused === false && now.length > 0 && `还用在 ${now.length} 处，所以不能删除。先在那里换掉它${replace}。`}
      {isUnused === false &&
        now.length === 0 &&
        '现在没有用到，但 90 天内的旧版本里有；为了能退回那些版本，暂不能删除。'}
    </Note>
  )
}

function Actions({ item, usedIn }: { item: MediaItem; usedIn: readonly MediaUse[] }) {
  const api = useApi()
  const navigate = useNavigate()
  const { search } = useLocation()
  const [open, setOpen] = useState<'replace' | 'delete' | null>(null)
  const close = () => setOpen(null)
  const remove = async () => {
    const { id, version } = item
    await api.call('DELETE /v1/manage/media/{id}', { params: { id }, query: { version } })
    showToast('success', '已移到回收站')
    await navigate(`/media${search}`)
  }
  return (
    <>
      <a className={styles.download} href={item.url} download={item.name}>
        <Icon of={Download} sizePx={18} />
        下载
      </a>
      {item.isStable && (
        <Button variant="outline" icon={Replace} onClick={() => setOpen('replace')}>
          换文件，地址不变
        </Button>
      )}
      <Button variant="outline" icon={Trash2} disabled={item.isUnused !== true} onClick={() => setOpen('delete')}>
        删除
      </Button>
      {open === 'replace' && <ReplaceDialog item={item} uses={usedIn.length} onClose={close} />}
      {open === 'delete' && (
        <DangerDialog title={`删除“${item.name}”？`} verb="删除" onConfirm={remove} onClose={close}>
          <p>没有文章、页面和设置用到它。文件移到回收站，地址立即打不开；90 天内可以恢复。</p>
        </DangerDialog>
      )}
    </>
  )
}

function RestoreButton({ item: { id, version } }: { item: MediaItem }) {
  const api = useApi()
  const run = useAction()
  const body = { version, revision: null }
  const restore = () => run(() => api.call('POST /v1/manage/media/{id}/restore', { params: { id }, body }), '已恢复')
  return <Button onClick={() => void restore().catch(() => undefined)}>恢复</Button>
}

function UsesPanel({ usedIn }: { usedIn: readonly MediaUse[] }) {
  return (
    <Panel title="用在哪里" note={usedIn.length > 0 ? `${usedIn.length} 处` : undefined}>
      {usedIn.length === 0 ? (
        <p className={styles.faint}>没有文章、页面、草稿和设置用到它</p>
      ) : (
        <ul className={styles.uses}>
          {usedIn.map((use) => (
            <li key={JSON.stringify(use)}>
              <Icon of={FileText} sizePx={16} />
              <TextLink to={getUseAddress(use)}>{nameUse(use)}</TextLink>
              <span className={styles.faint}>{describePlace(use)}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function FilePanel({ item, files }: Pick<Detail, 'item' | 'files'>) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(item.url)
      showToast('success', '地址已复制')
    } catch {
      showToast('error', '浏览器不允许复制，请选中地址后按 Ctrl C')
    }
  }
  return (
    <Panel title="文件">
      <Facts
        of={[
          [
            '地址',
            <span key="url" className={styles.address}>
              <code>{item.url}</code>
              <Button variant="quiet" icon={Copy} onClick={() => void copy()}>
                复制
              </Button>
            </span>,
          ],
          ['大小', [formatSize(item), formatBytes(item.bytes)].filter(Boolean).join('，')],
          ['上传', `${item.byName ?? '图片库启用之前'}　${item.time.slice(0, 16)}`],
          ['SHA-256', <code key="hash">{item.sha256}</code>],
        ]}
      />
      {!item.isStable && (
        <p className={styles.faint}>
          图片库启用之前上传的图片，地址只属于这一份内容，所以不能换文件。请上传新图片，再在用到它的地方换上。
        </p>
      )}
      {files.length > 0 && <EarlierFiles item={item} files={files} />}
    </Panel>
  )
}

/** Files before a replacement, which can be restored. */
function EarlierFiles({ item: { id, kind, version }, files }: Pick<Detail, 'item' | 'files'>) {
  const api = useApi()
  const run = useAction()
  const restore = async (revision: number) => {
    const body = { version, revision }
    await run(() => api.call('POST /v1/manage/media/{id}/restore', { params: { id }, body }), '已退回').catch(
      () => undefined,
    )
  }
  return (
    <>
      <h3 className={styles.subhead}>换下的文件，各保留 90 天</h3>
      <ul className={styles.uses}>
        {files.map((file) => (
          <li key={file.revision}>
            <span>
              {file.replacedTime.slice(0, 16)} 换下：{formatSize({ kind, ...file })}，{formatBytes(file.bytes)}
            </span>
            <Button variant="quiet" onClick={() => void restore(file.revision)}>
              退回
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
