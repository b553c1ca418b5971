import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createXmlScanner } from './xml-scanner.ts'

/** All that it tells of XML that comes in these chunks. Texts that follow each other are one. */
function told(chunks: readonly Buffer[]) {
  const events: string[] = []
  let text = ''
  const tell = (event: string) => {
    if (text !== '') events.push(`text ${text}`)
    text = ''
    events.push(event)
  }
  const scanner = createXmlScanner(['a', 'ab', 't'], {
    open(name, attributes) {
      const all: string[] = []
      while (attributes.next()) {
        if (attributes.isNamed('r')) all.push(`r=${attributes.text(20)} ${attributes.integer()}`)
        else if (attributes.endsWith(':id')) all.push(`id=${attributes.text(20)}`)
        else all.push('other')
      }
      tell(`open ${name} ${all.join()}`)
      scanner.wantsText = name === 2
    },
    close(name) {
      tell(`close ${name}`)
      scanner.wantsText = false
    },
    text(bytes, from, to, isRaw) {
      text += bytes.toString('latin1', from, to).replaceAll('&', isRaw ? '(raw)' : '&')
    },
  })
  for (const chunk of chunks) {
    scanner.write(chunk)
    scanner.run()
  }
  return { events, problem: scanner.problem, isBetween: scanner.isBetween() }
}

const WHOLE = Buffer.from(
  `<?xml version="1.0"?><a r="12" other='>"' x:id = "&lt;"><!-- <t> --><t>one &amp; <![CDATA[<&]]]]></t ><ab/><x:t>no</x:t><abc r=""/></a>\n`,
)
const WANTED = [
  'open 0 r=12 12,other,id=<',
  'open 2 ',
  'text one &amp; <(raw)]]',
  'close 2',
  'open 1 ',
  'close 1',
  'open -1 ',
  'close -1',
  'open -1 r= -1',
  'close -1',
  'close 0',
]

test('tags, attributes and the text that is wanted are told, and nothing else', () => {
  expect(told([WHOLE])).toEqual({ events: WANTED, problem: null, isBetween: true })
})

test('wherever its pieces end, the same is told', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(WHOLE.length), { maxLength: 12 }), (cuts) => {
      const ends = [...cuts.sort((one, other) => one - other), WHOLE.length]
      const chunks = ends.map((end, at) => WHOLE.subarray(ends[at - 1] ?? 0, end))
      expect(told(chunks)).toEqual(told([WHOLE]))
    }),
  )
})

test('elements of the prefix of the root are those that are meant', () => {
  expect(told([Buffer.from('<x:a><x:t>1</x:t><t>2</t></x:a>')]).events).toEqual([
    'open 0 ',
    'open 2 ',
    'text 1',
    'close 2',
    'open -1 ',
    'close -1',
    'close 0',
  ])
})

test.each(['<a', '<a r="', '<!-- ', '<t><![CDATA[', '<?xml', '</a'])('%s ends in the middle', (text) => {
  expect(told([Buffer.from(text)]).isBetween).toBe(false)
})

test('what declares entities, and a tag without an end, is a problem', () => {
  expect(told([Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><a/>')]).problem).toBe('it declares a document type')
  const chunk = Buffer.alloc(64 * 1024, 0x20)
  expect(told([Buffer.from('<a '), ...new Array<Buffer>(20).fill(chunk)]).problem).toBe(
    'a tag in it is longer than 1 MiB',
  )
})
