import { CONTACT_KINDS } from '@portal/contract/site/site-words.ts'
import { CheckGroup } from '#manage/controls/forms/check-group.tsx'
import { FieldGroup } from '#manage/controls/forms/field.tsx'
import { Switch } from '#manage/controls/forms/switch.tsx'
import { useSiteForm } from './site-form.ts'
import { formatDaysSince, MEMBERS } from './site-members.ts'
import styles from './site-page.module.css'
import { TextField } from './text-field.tsx'

/** Members of the site information that this site does not use. */
const UNUSED = [
  ['aboutMe', '“关于我们”的正文在“页面”中编辑'],
  ['touristAvatar、authorAvatar', '头像由各账号自己上传'],
  ['aliPay、weixinPay、openAdmiration', '打赏：检测机构不接受打赏，始终为空'],
  ['isMusicPlayer', '音乐播放器：本站没有'],
  ['openComment', '评论：始终开放，由审核把关'],
  ['github、gitee', '代码仓库：本站没有'],
] as const

/** The tab 单位信息. */
export function InfoTab() {
  const { edit } = useSiteForm()
  const { values } = edit
  const days = formatDaysSince(values.startedAt, Date.now())
  return (
    <>
      <FieldGroup title="名称与联系" note="用于页脚、联系我们和搜索结果">
        <TextField name="name" isWide />
        <TextField name="nameEn" isWide hint="印在英文与中英对照的 A4 证书上，英文页面也用；照资质证书上的写法" />
        <TextField name="phone" type="tel" isFigures />
        <TextField name="email" type="email" />
        <TextField name="visitAddress" isWide />
        <TextField name="summary" rows={3} isWide />
        <TextField name="wechat" />
        <TextField name="qqNumber" isFigures />
        <TextField name="qqGroup" isFigures />
        <CheckGroup
          legend="公开的联系方式"
          choices={CONTACT_KINDS.map(({ value, label }) => ({ value: String(value), label }))}
          chosen={(values.showList ?? []).map(String)}
          onChange={(chosen) => edit.change({ showList: chosen.map(Number).sort((a, b) => a - b) })}
        />
      </FieldGroup>
      <FieldGroup title="备案与执照" note="境内网站必须在页脚显示 ICP 备案号；修改前要再次验证">
        <TextField name="recordNum" hint="点击通向工信部备案页" placeholder="滇ICP备12345678号-1" />
        <TextField
          name="policeRecordNum"
          hint="网站开通后 30 日内办理，点击通向公安备案页"
          placeholder="滇公网安备53010002000123号"
        />
        <TextField name="creditCode" isFigures hint="营业执照上的 18 位代码；事业单位看法人证书" />
      </FieldGroup>
      <FieldGroup title="年份与计时" note="页脚的“本站已运行”从此日算起；不填就不显示">
        <TextField name="startedAt" type="date" isFigures />
        <Switch
          label={MEMBERS.hidesClock.label}
          note={days ? `已运行 ${days} 天` : undefined}
          isOn={!values.hidesClock}
          isChanged={edit.changed.includes('hidesClock')}
          onChange={(isOn) => edit.change({ hidesClock: !isOn })}
        />
      </FieldGroup>
      <FieldGroup title="小程序与 App" note="接入本站内容的小程序或 App 会读这些内容，网站上不显示；没有接入就不必填">
        <TextField name="author" />
        <TextField name="webUrl" placeholder="https://" />
        <TextField name="authorInfo" isWide />
        <TextField name="keyword" isWide hint="以逗号分开" />
        <details className={styles.unused} data-wide>
          <summary>本站不用的项目</summary>
          <dl>
            {UNUSED.map(([name, why]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{why}</dd>
              </div>
            ))}
          </dl>
        </details>
      </FieldGroup>
    </>
  )
}
