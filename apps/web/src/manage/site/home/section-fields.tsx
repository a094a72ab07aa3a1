import { RotateCcw } from '@lucide/icons'
import {
  HOME_MAX,
  type HomeService,
  type HomeStandard,
  NEUTRAL_TEXTS,
  type Qualification,
  SERVICE_FIGURES,
  type ServiceFigure,
} from '@portal/contract/site/home-sections.ts'
import { TEXT_MAX } from '@portal/contract/site/site-rules.ts'
import type { SiteMember } from '@portal/contract/site/site-settings.ts'
import { type ReactNode, useState } from 'react'
import { CheckGroup } from '#manage/controls/forms/check-group.tsx'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextArea, TextInput } from '#manage/controls/forms/inputs.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { MediaPicker } from '#manage/controls/media/media-picker.tsx'
import type { MediaItem } from '#manage/controls/media/media-words.ts'
import { Button } from '#ui/forms/button.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { useMember, useSiteForm } from '../site-form.ts'
import styles from './home.module.css'
import { ParagraphText } from './paragraph-text.tsx'
import { RowFields } from './row-fields.tsx'
import { findTextContradiction, listNeutralMembers, type Section } from './sections.ts'

/** The fields of a section. */
export function SectionFields({ section, gems }: { section: Section; gems: readonly string[] }) {
  return (
    <>
      <Members section={section} gems={gems} />
      <NeutralButton section={section} />
    </>
  )
}

function Members({ section, gems }: { section: Section; gems: readonly string[] }) {
  switch (section) {
    case 'hero':
      return (
        <>
          <HomeField name="homeTitle" />
          <HomeField name="homeTitleEnd" hint="填了第一行而这里留空，大标题只有一行" />
          <HomeField name="homeLead" rows={3} hint="留空时用“站点”里的简介；简介也没有，用默认文字" />
        </>
      )
    case 'services':
      return (
        <>
          <HomeField name="servicesLead" rows={3} />
          <HomeField
            name="homeSteps"
            hint="例如：送样，检测，签发。3 到 6 步，每步不超过 4 字，用逗号分开；留空则不显示"
          />
          <Services />
        </>
      )
    case 'newsroom':
      return (
        <>
          <HomeField name="newsLead" rows={2} hint="显示在栏目“新闻资讯”的页首；留空则不显示" />
          <HomeField name="researchLead" rows={2} hint="显示在栏目“研究”的页首；留空则不显示" />
        </>
      )
    case 'gems':
      return <Gems titles={gems} />
    case 'goods':
      return (
        <p className={styles.note}>
          取“品牌周边”栏目最新的 4 件，在<TextLink to="/manage/articles">文章</TextLink>
          中添加。没有商品时，这一段自动隐藏。
        </p>
      )
    case 'credentials':
      return (
        <>
          <HomeField name="impartialityTitle" hint="例如：公正、可追溯。有逗号或顿号时在最后一个之后换行" />
          <HomeField name="impartialityText" rows={4} hint="写得到、做得到的才写；下面有“阅读公正性声明”的链接" />
          <Standards />
        </>
      )
    case 'qualifications':
      return (
        <>
          <HomeField name="qualificationsLead" rows={2} hint="可以留空" />
          <Qualifications />
        </>
      )
    case 'paragraph':
      return (
        <>
          <HomeField name="paragraphTitle" hint="可以留空" />
          <HomeField name="paragraph">
            <ParagraphText />
          </HomeField>
        </>
      )
  }
}

interface HomeFieldProps {
  name: SiteMember
  rows?: number
  hint?: ReactNode
  /** Control; an input or text area when left out. */
  children?: ReactNode
}

/** The field of a text, with a warning when the text contradicts a setting. */
function HomeField({ name, rows, hint, children }: HomeFieldProps) {
  const { edit } = useSiteForm()
  const { field, input } = useMember(name)
  const max = TEXT_MAX[name] ?? 0
  const contradiction = findTextContradiction(input.value, edit.values)
  const props = { ...input, autoComplete: 'off', placeholder: NEUTRAL_TEXTS[name as keyof typeof NEUTRAL_TEXTS] }
  return (
    <div className={styles.field}>
      <Field
        {...field}
        label={field.label.split('：').at(-1) ?? field.label}
        hint={hint}
        count={{ now: input.value.length, max }}
      >
        {children ?? (rows ? <TextArea {...props} rows={rows} /> : <TextInput {...props} />)}
      </Field>
      {contradiction && (
        <Note tone="warning" isLive>
          {contradiction}
        </Note>
      )}
    </div>
  )
}

function NeutralButton({ section }: { section: Section }) {
  const { edit } = useSiteForm()
  const members = listNeutralMembers(section)
  if (!members.some((name) => edit.values[name])) return null
  const reset = () => edit.change(Object.fromEntries(members.map((name) => [name, null])))
  return (
    <p className={styles.note}>
      <Button variant="quiet" icon={RotateCcw} onClick={reset}>
        恢复中性文字
      </Button>
      不含任何承诺的默认文字
    </p>
  )
}

const FIGURES = (Object.keys(SERVICE_FIGURES) as ServiceFigure[]).map((value) => ({
  value,
  label: SERVICE_FIGURES[value],
}))

function Services() {
  const { edit } = useSiteForm()
  return (
    <RowFields<HomeService>
      member="homeServices"
      rows={edit.values.homeServices ?? []}
      legend="业务"
      note={`右侧，最多 ${HOME_MAX.services} 项；一项没有，这一段就不显示`}
      max={HOME_MAX.services}
      addText="添加业务"
      added={{ name: '', tests: '', standards: '', figure: 'gem' }}
      fields={[
        { name: 'name', label: '名称', max: HOME_MAX.serviceName },
        { name: 'figure', label: '配图', options: FIGURES },
        { name: 'tests', label: '检测项目，用逗号分开', max: HOME_MAX.tests, isWide: true },
        { name: 'standards', label: '依据的标准，用逗号分开，可不填', max: 104, isWide: true },
      ]}
    />
  )
}

function Standards() {
  const { edit } = useSiteForm()
  return (
    <RowFields<HomeStandard>
      member="homeStandards"
      rows={edit.values.homeStandards ?? []}
      legend="标准"
      note={`右侧，最多 ${HOME_MAX.standards} 项；只写仍在执行的`}
      max={HOME_MAX.standards}
      addText="添加标准"
      added={{ number: '', name: '' }}
      fields={[
        { name: 'number', label: '标准号，如 GB/T 16552', max: HOME_MAX.standardNumber },
        { name: 'name', label: '名称', max: HOME_MAX.standardName },
      ]}
    />
  )
}

/** Files of the library. A row is added by the choice of its file. */
function Qualifications() {
  const { edit } = useSiteForm()
  const [isPicking, setIsPicking] = useState(false)
  const rows = edit.values.qualifications ?? []
  const add = ({ name, url }: MediaItem) => {
    setIsPicking(false)
    const shortName = name.replace(/\.[a-z]+$/i, '').slice(0, HOME_MAX.qualificationName)
    edit.change({ qualifications: [...rows, { name: shortName, note: '', url }] })
  }
  return (
    <>
      <RowFields<Qualification>
        member="qualifications"
        rows={rows}
        legend="文件"
        note={`PDF 供下载，图片直接打开；最多 ${HOME_MAX.qualifications} 份，一份没有，这一段就不显示`}
        max={HOME_MAX.qualifications}
        addText="从图片库选择图片或 PDF"
        added={() => setIsPicking(true)}
        fields={[
          { name: 'name', label: '名称', max: HOME_MAX.qualificationName, isWide: true },
          { name: 'note', label: '编号、范围或有效期，可不填', max: HOME_MAX.qualificationNote, isWide: true },
        ]}
      />
      {isPicking && <MediaPicker onPick={add} onClose={() => setIsPicking(false)} />}
    </>
  )
}

/** The choice of gems. A chosen entry that is gone stays in the list, so that it can be removed. */
function Gems({ titles }: { titles: readonly string[] }) {
  const { edit } = useSiteForm()
  const chosen = edit.values.homeGems ?? []
  const all = [...titles, ...chosen.filter((title) => !titles.includes(title))]
  return (
    <>
      <p className={styles.note}>
        一种不选则自动挑选 6 种。选 3 到 8 种，按勾选的先后排列。{chosen.length > 0 && `现在：${chosen.join('、')}。`}
      </p>
      {all.length === 0 ? (
        <p className={styles.note}>“宝石百科”里还没有条目，这一段自动隐藏。</p>
      ) : (
        <div className={styles.choices} data-field="homeGems">
          <CheckGroup
            legend="条目"
            choices={all.map((title) => ({
              value: title,
              label: title,
              isDisabled: chosen.length >= HOME_MAX.gems && !chosen.includes(title),
            }))}
            chosen={chosen}
            error={edit.faults.homeGems}
            onChange={(next) => edit.change({ homeGems: next.length > 0 ? next : null })}
          />
        </div>
      )}
    </>
  )
}
