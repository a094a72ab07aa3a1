import { Fragment } from 'react'
import { SpectrumDivider } from '#ui/figures/spectrum.tsx'
import { CopyBlock } from './copy-block.tsx'
import { FileLink } from './file-link.tsx'
import styles from './log-page.module.css'

const FILES = [
  { path: '/log/checkpoint', text: '检查点：来源行、条目数、根摘要、签名与副签', kept: '2 秒' },
  {
    path: '/log/tile/<L>/<N>',
    text: (
      <>
        摘要瓦片，256 个一片；未满的带 <code>.p/&lt;W&gt;</code>
      </>
    ),
    kept: '长期（未满的 1 天）',
  },
  { path: '/log/tile/entries/<N>', text: '条目瓦片，每条前置 16 位大端长度', kept: '长期（未满的 1 天）' },
  { path: '/log/key', text: '公钥，一行，Ed25519（类型 0x01）', kept: '5 分钟' },
]

export function AuditorHead({ titleId }: { titleId: string }) {
  return (
    <>
      <SpectrumDivider stone="diamond" className={styles.divider} />
      <div className={styles.head}>
        <h2 id={titleId}>给审计者</h2>
        <p>格式遵循 C2SP tlog-tiles、tlog-checkpoint、signed-note，摘要遵循 RFC 6962。</p>
      </div>
    </>
  )
}

/** Addresses of the log's files, and the definition of an entry. */
export function LogFormats() {
  return (
    <>
      <table className={styles.files} aria-label="日志的地址与格式">
        <thead>
          <tr>
            <th scope="col">地址</th>
            <th scope="col">内容</th>
            <th scope="col">缓存</th>
          </tr>
        </thead>
        <tbody>
          {FILES.map(({ path, text, kept }) => (
            <tr key={path}>
              <th scope="row">{path.includes('<') ? <code>{path}</code> : <FileLink path={path} />}</th>
              <td>{text}</td>
              <td>{kept}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3>条目</h3>
      <p>
        32 字节：HMAC-SHA256，密钥为该条独有的 32 字节随机盐，消息为所示内容的 RFC 8785
        规范形式。盐只告诉看得到这一版的人，因此无法由编号反推条目。
      </p>
    </>
  )
}

/** Commands to follow and audit the log at an address. */
export function LogCommands({ address }: { address: string }) {
  const commands = [
    { remark: '签名、与上次所见是否相续；状态存于文件', command: `npm run log:check -- ${address} --state log.state` },
    { remark: '自全部条目重建各级瓦片', command: `npm run log:check -- ${address} --full` },
    {
      remark: '为本日志作见证，以自己的域名为名',
      command: `npm run log:witness -- --name witness.example --log "$(curl -s ${address}/key)"`,
    },
  ]
  const text = commands.map(({ remark, command }) => `# ${remark}\n${command}\n`).join('')
  return (
    <>
      <h3>跟随与全量复核</h3>
      <CopyBlock text={text} name="命令">
        {commands.map(({ remark, command }) => (
          <span key={remark}>
            <i># {remark}</i>
            {'\n'}
            <Words of={command} />
            {'\n'}
          </span>
        ))}
      </CopyBlock>
      <p>
        不符时退出码为 1，并写明是哪一条、哪一片或哪一个签名。命令随本系统的源代码提供，也可用任何支持 C2SP tlog-tiles
        的工具。
      </p>
    </>
  )
}

/** A command that breaks only between its words, because a break at a hyphen would split an option. */
function Words({ of }: { of: string }) {
  return of.split(' ').map((word, at) => (
    <Fragment key={word}>
      {at > 0 && ' '}
      <span className={styles.word}>{word}</span>
    </Fragment>
  ))
}
