import type { ManagedTopic } from '@portal/contract/site/topics.ts'
import { useId, useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { formatNumber } from '#lib/format.ts'
import { showToast } from '#lib/toasts.ts'
import { DangerButton, DangerDialog } from '#manage/controls/dialogs/danger-dialog.tsx'
import { CheckBox } from '#manage/controls/forms/check-box.tsx'
import { Field, FieldGroup } from '#manage/controls/forms/field.tsx'
import { Select } from '#manage/controls/forms/inputs.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { Facts } from '#manage/controls/values/facts.tsx'
import { Button } from '#ui/forms/button.tsx'
import styles from './imports.module.css'
import type { SiteImport } from './imports-page.tsx'

type Summary = NonNullable<SiteImport['summary']>
type Category = Pick<ManagedTopic, 'id' | 'name'>

interface ChoicePanelProps {
  current: SiteImport
  summary: Summary
  categories: readonly Category[]
}

const SOURCES = { wordpress: 'WordPress', halo: 'Halo' } as const

/** Keys of the two choices that are no category of the other site, which has no empty names. */
const OTHER = ' other'
const PAGES = ' pages'

/** What was found in the file, and the category here for each category there. */
export function ChoicePanel({ current, summary, categories }: ChoicePanelProps) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const { isBusy, run } = useBusy()
  const [chosen, setChosen] = useState<Readonly<Record<string, number>>>({})
  const tickId = useId()
  const [fetchesPictures, setFetchesPictures] = useState(false)
  const [isDiscarding, setIsDiscarding] = useState(false)
  // The file of Halo has the pictures itself.
  const isFile = summary.source === 'halo'
  const first = categories[0]?.id ?? 0
  const otherId = chosen[OTHER] ?? first
  const getId = (name: string) => chosen[name] ?? categories.find((category) => category.name === name)?.id ?? otherId
  const start = () =>
    run(async () => {
      const body = {
        importId: current.id,
        categories: summary.categories.map(({ name }) => ({ name, categoryId: getId(name) })),
        otherCategoryId: otherId,
        pageCategoryId: getId(PAGES),
        withPictures: isFile || fetchesPictures,
      }
      await api.call('POST /v1/manage/imports/start', { body })
      await revalidate()
    })
  const discard = async () => {
    await api.call('POST /v1/manage/imports/stop', { body: { importId: current.id } })
    await revalidate()
    showToast('success', `已丢弃“${current.fileName}”，没有导入任何内容`)
  }
  const options = categories.map(({ id, name }) => ({ value: String(id), label: name }))
  const renderChoice = (key: string, label: string, count?: number) => (
    <Field key={key} label={label} place={count === undefined ? undefined : `${formatNumber(count)} 篇`}>
      <Select
        options={options}
        value={String(getId(key))}
        onChange={({ target }) => setChosen({ ...chosen, [key]: Number(target.value) })}
      />
    </Field>
  )
  return (
    <>
      <Panel title="文件里有什么">
        <Facts of={listFacts(current, summary)} />
      </Panel>
      <Panel title="放到哪个栏目">
        <div className={styles.stack}>
          <FieldGroup title="原网站的分类" note="一篇有几个分类时，取第一个；与本站同名的已选好。">
            {summary.categories.map(({ name, count }) => renderChoice(name, name, count))}
            {renderChoice(OTHER, '没有分类的文章')}
            {summary.pages > 0 && renderChoice(PAGES, '页面', summary.pages)}
          </FieldGroup>
          <ul className={styles.rules}>
            <li>全部存为草稿，由您逐篇或成批发布；发布后按原来的日期排列。</li>
            <li>作者写为您，读者看到的也是您的名字；原作者记在报告里，需要署名的请写在正文中。</li>
            <li>以前导入过的：没有改过的草稿会更新，在本站改过或已发布的一律不动。</li>
            <li>本站有同名标签的带上标签（最多 3 个），其余记入关键词。</li>
            {isFile && <li>压缩包里 upload 文件夹的图片存入“图片与文件”；缺少的在报告里列出，不影响导入。</li>}
          </ul>
          {!isFile && summary.pictures > 0 && (
            <label className={styles.tick} htmlFor={tickId}>
              <CheckBox
                id={tickId}
                checked={fetchesPictures}
                onChange={({ target }) => setFetchesPictures(target.checked)}
              />
              <span>
                从原网站取回图片，存入“图片与文件”
                <small>
                  本站会访问 {summary.site || '原网站'}，每张不超过 10
                  MB；取不到的在报告里列出，不影响导入。不勾选时，图片仍指向原网站。
                </small>
              </span>
            </label>
          )}
          <div className={styles.choices}>
            <Button isBusy={isBusy} busyLabel="开始中" onClick={() => void start()}>
              导入 {formatNumber(current.total)} 篇为草稿
            </Button>
            <DangerButton onClick={() => setIsDiscarding(true)}>丢弃这个文件</DangerButton>
          </div>
          {isDiscarding && (
            <DangerDialog
              title={`丢弃“${current.fileName}”？`}
              verb="丢弃"
              onConfirm={discard}
              onClose={() => setIsDiscarding(false)}
            >
              <p>上传的文件从服务器上删除，一篇也不导入；以后需要时再上传。本站已有的文章不变。</p>
            </DangerDialog>
          )}
        </div>
      </Panel>
    </>
  )
}

const joinCounts = (counts: Summary['leftOut'], unit: string) =>
  counts.length === 0 ? null : counts.map(({ name, count }) => `${name} ${formatNumber(count)} ${unit}`).join('、')

function listFacts({ fileName }: SiteImport, summary: Summary): (readonly [string, string | null])[] {
  const { source, site, posts, pages, tags, pictures, shortcodes, leftOut } = summary
  return [
    ['文件', fileName],
    ['来自', site === '' ? SOURCES[source] : `${SOURCES[source]}，${site}`],
    ['文章', `${formatNumber(posts)} 篇`],
    ['页面', `${formatNumber(pages)} 篇`],
    ['标签', `${formatNumber(tags)} 个`],
    ['正文中的图片', `${formatNumber(pictures)} 处`],
    ['保留原样的短代码', joinCounts(shortcodes, '篇')],
    ['不导入', joinCounts(leftOut, '项')],
  ]
}
