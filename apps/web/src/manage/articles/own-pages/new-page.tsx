import { FileText, Plus } from '@lucide/icons'
import { fillName, findPlaceholders, OWN_TEMPLATES } from '@portal/contract/articles/page-templates.ts'
import { OWN_PAGES_MAX, toOwnPath } from '@portal/contract/articles/slug-rules.ts'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { useLoaderData, useNavigate } from 'react-router-dom'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { defineLoader } from '#lib/api/define-loader.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { asSafeHtml } from '#lib/html/safe-html.ts'
import { CheckBox } from '#manage/controls/forms/check-box.tsx'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextInput } from '#manage/controls/forms/inputs.tsx'
import { findTypedFault, SlugField } from '#manage/controls/forms/slug-field.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { Column, Columns, Panel } from '#manage/controls/layout/panel.tsx'
import { BottomBar } from '#manage/controls/saving/bottom-bar.tsx'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import { TextLink } from '#ui/text-link.tsx'
import styles from './new-page.module.css'

const TITLE_MAX = 30
const FORM_ID = 'new-page'
const BLANK = { title: '', about: '只有标题', slug: '', text: '' }
const TEMPLATES = [BLANK, ...OWN_TEMPLATES]

export const loader = defineLoader(async ({ api }) => {
  const [pages, info] = await Promise.all([api.call('GET /v1/manage/pages'), api.call('GET /v1/webSiteInfo')])
  return { pages, name: info?.name ?? '' }
})

/** Begins an own page from a template or blank. */
export function Component() {
  const { pages, name } = useLoaderData<typeof loader>()
  const id = useId()
  const api = useApi()
  const navigate = useNavigate()
  const [template, setTemplate] = useState(TEMPLATES[1] ?? BLANK)
  const [title, setTitle] = useState(template.title)
  const [slug, setSlug] = useState(template.slug)
  const [isChecked, setIsChecked] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const { isBusy, run } = useBusy((reason) =>
    setRefused(reason instanceof ApiError ? reason.message : '网络不通，没有新建。请稍后再试'),
  )
  const isTaken = (one: string) => pages.some(({ path }) => path === toOwnPath(one))
  const text = fillName(template.text, name)
  const titleFault = findTitleFault(title)
  const faults = [titleFault && '标题', findTypedFault(slug, isTaken) && '地址'].filter(Boolean)
  const isFull = pages.filter(({ key }) => key === null).length >= OWN_PAGES_MAX

  const choose = (next: typeof BLANK) => {
    // A title or an address that was typed stays.
    if (title === template.title) setTitle(next.title)
    if (slug === template.slug) setSlug(next.slug)
    setTemplate(next)
  }
  const create = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (faults.length > 0 || isBusy) return
    void run(async () => {
      setRefused(null)
      const form = { title: title.trim(), summary: '', keywords: '', contentMd: text }
      const { articleId } = await api.call('POST /v1/manage/ownPages', { body: { slug, form }, quiet: true })
      await navigate(`/pages/${articleId}`)
    })
  }
  return (
    <>
      <PageHead
        title="新建页面"
        crumb={
          <>
            <TextLink to="/pages">页面</TextLink> › 新建
          </>
        }
      />
      {isFull && <Note tone="warning">已有 {OWN_PAGES_MAX} 个自建页面，请先删除不用的。</Note>}
      <Columns>
        <Column span={7}>
          <form id={FORM_ID} className={styles.form} onSubmit={create} noValidate>
            <fieldset className={styles.templates}>
              <legend>用哪个模板</legend>
              {TEMPLATES.map((one) => (
                <label key={one.slug} className={styles.template} htmlFor={`${id}-${one.slug}`}>
                  <Icon of={one === BLANK ? Plus : FileText} sizePx={20} />
                  <b>{one.title || '空白'}</b>
                  <small>{one.about}</small>
                  <CheckBox
                    id={`${id}-${one.slug}`}
                    type="radio"
                    name="template"
                    checked={one === template}
                    onChange={() => choose(one)}
                  />
                </label>
              ))}
            </fieldset>
            <Panel title="标题与地址">
              <div className={styles.fields}>
                <Field
                  label="标题"
                  place="页面与搜索结果"
                  error={(isChecked && titleFault) || undefined}
                  count={{ now: [...title].length, max: TITLE_MAX }}
                >
                  <TextInput autoComplete="off" value={title} onChange={({ target }) => setTitle(target.value)} />
                </Field>
                <SlugField
                  path="/p/"
                  value={slug}
                  title={title}
                  hint="发布后改动，旧地址自动跳转"
                  isChecked={isChecked}
                  refused={refused}
                  isTaken={isTaken}
                  onChange={(next) => {
                    setRefused(null)
                    setSlug(next)
                  }}
                />
              </div>
            </Panel>
          </form>
        </Column>
        <Column span={5}>
          <TemplatePreview {...template} text={text} />
        </Column>
      </Columns>
      <BottomBar
        state={
          isChecked && faults.length > 0 ? (
            <b className={styles.faults}>
              {faults.length} 处有误：{faults.join('、')}
            </b>
          ) : (
            <span>新建后是草稿，读者看不到</span>
          )
        }
      >
        <ButtonLink variant="quiet" to="/pages">
          不建了
        </ButtonLink>
        <Button type="submit" form={FORM_ID} disabled={isFull} isBusy={isBusy} busyLabel="新建中">
          新建并开始写
        </Button>
      </BottomBar>
    </>
  )
}

function findTitleFault(title: string): string | null {
  if (title.trim() === '') return '请填写标题'
  return [...title.trim()].length > TITLE_MAX ? `不超过 ${TITLE_MAX} 字` : null
}

/** The text of a template as a page, with its gaps marked. */
function TemplatePreview({ title, text }: typeof BLANK) {
  const api = useApi()
  const [shown, setShown] = useState<{ text: string; content: string }>({ text: '', content: '' })
  useEffect(() => {
    if (text === '') return
    const abort = new AbortController()
    const call = { body: { contentMd: text }, signal: abort.signal, quiet: true }
    api.call('POST /v1/article/preview', call).then(
      ({ content }) => setShown({ text, content }),
      () => undefined,
    )
    return () => abort.abort()
  }, [api, text])
  const gaps = findPlaceholders('own', text).length
  return (
    <div className={styles.aside}>
      <Panel
        title={title || '空白'}
        note={
          text === '' ? '从头写起' : `约 ${Math.round(text.replace(/\s/g, '').length / 10) * 10} 字，${gaps} 处要填`
        }
      >
        {text !== '' && shown.text === text && (
          <RichText
            className={styles.preview}
            html={asSafeHtml(shown.content.replace(/【[^】<]*】/g, '<mark>$&</mark>'))}
          />
        )}
      </Panel>
      {text !== '' && <p className={styles.note}>黄底处换成您的实情，发布前会再核对一次</p>}
    </div>
  )
}
