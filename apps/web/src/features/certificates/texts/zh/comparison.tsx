import type { CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import { formatSize } from '@portal/contract/certificates/printed-rows.ts'
import type { ReactNode } from 'react'
import { formatDateTime } from '#lib/format.ts'
import { TextLink } from '#ui/text-link.tsx'
import type { ExpectedMass, LengthMember, StepName } from '../../comparison/comparison-steps.ts'
import type { Finding, Missing } from '../../comparison/judge-step.ts'
import { formatMeasure, type LengthTool, type MassUnit, toCarats } from '../../comparison/tolerance.ts'
import { Value } from '../../comparison/value.tsx'

/** Limits of a weighing, g. */
interface MassLimits {
  divisionG: number
  toleranceG: number
}

const formatCarats = (ct: number | undefined) => (ct === undefined ? '' : `（${formatMeasure(ct, 'ct')}）`)

/** Texts of the list: what to compare. */
const list = {
  picture: (features: readonly string[]): ReactNode => `${features.join('；')}，应与影像一致。`,
  mass: (expected: ExpectedMass, { divisionG, toleranceG }: MassLimits): ReactNode => {
    const { massG, caratMassCt, isSet, isStoneOnly, isMetal } = expected
    const addCarats = (massG: number) => formatCarats(caratMassCt && toCarats(massG))
    return (
      <>
        {isStoneOnly ? '裸石' : '总质量'}应为 <Value>{formatMeasure(massG, 'g')}</Value>
        {formatCarats(caratMassCt)}，用分度值 {formatMeasure(divisionG, 'g')}
        {addCarats(divisionG)} 的秤复称，相差不应超过 {formatMeasure(toleranceG, 'g')}
        {addCarats(toleranceG)}。{isSet && isStoneOnly && '镶嵌后无法单独称得裸石。'}
        {isSet && !isStoneOnly && `${isMetal ? '' : '总质量含镶嵌，'}检测后改款或换链则不可比。`}
      </>
    )
  },
  size: (certificate: Certificate, limitsMm: Readonly<Record<LengthTool, number>>): ReactNode => {
    const size = formatSize(certificate)
    return (
      <>
        {certificate.shape && (
          <>
            形状为<Value>{certificate.shape}</Value>
            {size ? '，' : '。'}
          </>
        )}
        {size && (
          <>
            尺寸 <Value>{size}</Value>，卡尺量得相差不应超过 {formatMeasure(limitsMm.caliper, 'mm')}，直尺不应超过{' '}
            {formatMeasure(limitsMm.ruler, 'mm')}。
          </>
        )}
      </>
    )
  },
  inscription: ({ inscription, category }: Certificate): ReactNode => (
    <>
      实物应刻有 <Value>{inscription}</Value>，
      {category === 'metal' ? '多在戒圈内侧、扣头或镶口背面。' : '腰棱上的激光印记需用 10 倍放大镜观察。'}
    </>
  ),
  conclusion: ({ conclusion }: Certificate): ReactNode => (
    <>
      证书上的检验结论应为“<Value>{conclusion}</Value>”，一字不差。
    </>
  ),
}

/** Distinguishing features to compare with the picture. */
const features: Readonly<Record<CertificateCategory, readonly string[]>> = {
  gemstone: ['色带与色域的位置', '包裹体、愈合裂隙的形状与方位', '刻面的排列，台面与亭尖是否居中'],
  jade: ['色形、色根的走向', '石纹、绵点与飘花的位置', '雕刻纹饰、孔位与边缘缺口'],
  turquoise: ['铁线走向、粗细与交汇处', '颜色深浅分界的位置', '白脑、黄铁矿斑点与凹坑'],
  diamond: ['内含物的种类与方位', '腰棱的厚薄与原晶面', '刻面的对称，底尖是否居中'],
  organic: ['生长纹、年轮或虫体的位置', '珠孔、瑕疵与斑点', '光泽与伴色的分布'],
  metal: ['印记的位置与字形', '镶口、爪与接缝', '花纹、拉丝与锤纹的走向'],
}

/** Texts of the fields of each step. */
const fields = {
  picture: {
    hint: '把实物放在同样的方位与光线下，逐项看：',
    legend: '实物与影像',
    choices: { same: '看来一致', other: '看来不同', unsure: '无法判断' },
  },
  mass: {
    listed: ({ massG, caratMassCt, isStoneOnly }: ExpectedMass): ReactNode => (
      <>
        证书所列{isStoneOnly ? '裸石质量' : '总质量'}为 <Value>{formatMeasure(massG, 'g')}</Value>
        {formatCarats(caratMassCt)}。秤先归零，放平后读数。
      </>
    ),
    set: ({ isStoneOnly }: ExpectedMass): string =>
      isStoneOnly
        ? '样品已镶嵌时，称得的是整件质量，不能与裸石质量相比，可跳过此项。'
        : '总质量含金属与配件，连同检测时的链、扣一起称。',
    reading: '秤上读数',
    unit: '读数单位',
    units: { g: '克（g）', ct: '克拉（ct）' } as Readonly<Record<MassUnit, string>>,
    division: '秤的分度值（末位每跳一次）',
    altered: '检测后改过款，或换过链、扣、配石',
  },
  size: {
    shape: (shape: string): string => `证书所列形状：${shape}`,
    choices: { same: '形状相同', other: '形状不同', unsure: '说不准' },
    listed: (certificate: Certificate, hasScale: boolean): ReactNode => (
      <>
        证书所列尺寸为 <Value>{formatSize(certificate)}</Value>。只量宝石，不含镶爪；量不到的一边留空。
        {hasScale && '手边没有量具时，可与影像的比例尺相比，但不足以判断相符。'}
      </>
    ),
    tool: (limit: string): string => `量具（容许相差 ${limit}）`,
    tools: { caliper: '游标卡尺', ruler: '直尺' } as Readonly<Record<LengthTool, string>>,
    lengths: { lengthMm: '长（mm）', widthMm: '宽（mm）', heightMm: '高（mm）' } as Readonly<
      Record<LengthMember, string>
    >,
  },
  inscription: {
    listed: ({ inscription }: Certificate): ReactNode => (
      <>
        证书所列印记为 <Value>{inscription}</Value>
        。钻石看腰棱，需用 10 倍放大镜；金属看戒圈内侧、扣头或镶口背面。照实物输入，不要照证书抄。
      </>
    ),
    reading: '实物上的印记',
    none: '没有找到印记',
  },
  conclusion: {
    listed: ({ conclusion }: Certificate): ReactNode => (
      <>
        本站记录的结论是“<Value>{conclusion}</Value>”。请看手中的证书、卡片或吊牌，括号里的处理说明也要一致。
      </>
    ),
    legend: '手中证书上的结论',
    choices: { same: '一字不差', other: '有出入', unsure: '手边没有证书' },
    typed: '也可以照纸面输入，由本页比对',
  },
}

/** Reasons of the findings. `difference` and `limit` have a unit; a limit begins with ±. */
const reasons = {
  picture: {
    same: '所见特征与影像一致。',
    other: '所见特征与影像不一致。',
    none: '未比对影像。',
    unsure: '凭影像无法判断。',
  },
  mass: {
    notNumber: '质量读数不是数值。',
    none: '未称质量。',
    inside: (difference: string, limit: string): string => `与证书相差 ${difference}，在容许的 ${limit} 之内。`,
    tooCoarse: (difference: string, limit: string): string =>
      `与证书相差 ${difference}，但这台秤容许差 ${limit}，对这件样品过粗，请换用分度值更小的秤。`,
    altered: (difference: string, limit: string): string =>
      `与证书相差 ${difference}，超出 ${limit}；检测后改动过，质量不再可比。`,
    stoneOnly: (difference: string): string => `与证书相差 ${difference}；证书所列为裸石质量，镶嵌后称得的质量不可比。`,
    outside: (difference: string, limit: string): string => `与证书相差 ${difference}，超出容许的 ${limit}。`,
  },
  size: {
    otherShape: ({ shape }: Certificate): string => `形状与证书所列“${shape}”不同。`,
    sameShape: '形状与证书一致。',
    onlyShape: '形状一致，尺寸未测。',
    none: '未测尺寸。',
    outside: (difference: string, limit: string): string => `尺寸最多相差 ${difference}，超出容许的 ${limit}。`,
    tooCoarse: (difference: string, limit: string): string =>
      `尺寸最多相差 ${difference}，但量具容许差 ${limit}，对这件样品过粗，请改用游标卡尺。`,
    inside: (difference: string, limit: string): string => `尺寸最多相差 ${difference}，在容许的 ${limit} 之内。`,
  },
  inscription: {
    notFound: '未找到印记；激光印记需用 10 倍以上放大镜观察。',
    none: '未核对印记。',
    same: '印记与证书一致。',
    alike: '只差形近的字符（如 O 与 0、I 与 1），请放大后再读一次。',
    other: ({ inscription }: Certificate): string => `印记与证书所列“${inscription}”不同。`,
  },
  conclusion: {
    typedSame: '纸面结论与本站记录一致。',
    typedOther: ({ conclusion }: Certificate): string => `纸面结论与本站记录“${conclusion}”不同。`,
    same: '纸面结论与本站记录一字不差。',
    other: ({ conclusion }: Certificate): string => `纸面结论与本站记录“${conclusion}”有出入。`,
    none: '未核对结论。',
    unsure: '手边没有纸质证书，未核对结论。',
  },
}

const FINDINGS: Readonly<Record<Finding, string>> = { match: '相符', differ: '不符', unsure: '无法判断' }
const MISSING: Readonly<Record<Missing, string>> = {
  visual: '影像与检验结论须逐项相符，才能判断。',
  measured: '质量或尺寸至少有一项实测相符，才能判断。',
}

const verdict = {
  title: (finding: Finding): string => `比对结论：${FINDINGS[finding]}`,
  match: '所核对的项目与证书记录一致，未见不符。比对不能代替检测。',
  unsure: (missing: Missing): string => `未见不符，但依据不足。${MISSING[missing]}`,
  differ: (count: number): string => `有 ${count} 项与证书记录不符：手中的实物可能不是证书所指的样品。`,
  next: '接下来',
  report: '举报假证书',
  process: '送检流程与范围',
  print: '打印比对记录',
  restart: '重新比对',
}

const advice: Readonly<Record<Finding, (reportAddress: string) => readonly ReactNode[]>> = {
  match: () => [
    '证书与实物一同保存；转让时可附上带签名的查询凭证，供对方核验。',
    <>
      金额较大或仍有疑问时，可带样品<TextLink to="/rangeDetail">送检复核</TextLink>。
    </>,
  ],
  unsure: () => [
    '换用分度值更小的秤、卡尺或 10 倍放大镜，补齐未核对的项目。',
    <>
      仍无法判断时，带证书与实物到本中心核对，见<TextLink to="/rangeDetail">检测流程与范围</TextLink>。
    </>,
  ],
  differ: (reportAddress) => [
    '暂停交易，先不付款、不确认收货。',
    '保留证书、实物、聊天与付款记录，不要交还证书原件。',
    <>
      致电本中心核实，见<TextLink to="/contact-us">联系方式</TextLink>。
    </>,
    <>
      确认为冒用时，<TextLink to={reportAddress}>举报假证书</TextLink>。
    </>,
  ],
}

/** The printed record. */
const sheet = {
  title: '证书与实物比对记录',
  certificate: ({ certificateNo, conclusion }: Certificate): string =>
    `证书编号 ${certificateNo}　检验结论 ${conclusion}`,
  time: (atMs: number): string => `比对时间 ${formatDateTime(atMs)}`,
  note: '由持有人自行比对并记录，不是检测报告，不能代替检测。',
}

/** Titles of the steps, and their short names. */
const steps: Readonly<Record<StepName, { title: string; name: string }>> = {
  picture: { title: '对影像', name: '影像' },
  mass: { title: '对质量', name: '质量' },
  size: { title: '对形状与尺寸', name: '形状与尺寸' },
  inscription: { title: '对印记', name: '印记' },
  conclusion: { title: '对检验结论', name: '检验结论' },
}

/** Texts of the comparison of a certificate with the stone in hand. */
export const comparison = {
  title: '与手中实物是否一致',
  lead: '编号有效不等于实物相符。逐项比对只在本机进行，不上传，也不保存。',
  start: '逐项比对',
  progress: '比对进度',
  count: (at: number, total: number): string => `第 ${at} 项，共 ${total} 项`,
  next: '下一项',
  finish: '看结论',
  back: '上一项',
  close: '返回清单',
  skip: '不便核对的项目可以跳过，按“未核对”计。',
  colon: '：',
  findings: FINDINGS,
  steps,
  list,
  features,
  fields,
  reasons,
  verdict,
  advice,
  sheet,
}
