import { Command, Option } from 'commander'
import type { ISql, Sql } from 'postgres'
import { onDatabase } from './database.ts'
import { newPassword } from './passwords.ts'
import { printOutcome, printRows } from './print.ts'

interface Membership {
  brand: string[]
  role: string
}

interface NewPerson extends Membership {
  name: string
  askPassword?: boolean
}

const brandOption = () => new Option('--brand <id or slug...>', 'the brands').makeOptionMandatory()
const roleOption = () =>
  new Option('--role <role>', 'what they may there')
    .choices(['owner', 'admin', 'analyst', 'viewer'])
    .makeOptionMandatory()
const passwordOption = () =>
  new Option('--ask-password', 'ask for the password, or read it as a line of standard input, instead of making one')

export function peopleCommand(): Command {
  const people = new Command('people').description('who signs in to the console and connects apps, and to which brands')
  people
    .command('list')
    .description('everybody who signs in, with what they are of each brand')
    .action(async (_options: unknown, command: Command) => {
      const rows = await onDatabase((sql) => sql`select * from core.list_people()`)
      printRows(command, rows, 'There is nobody yet. "vitrine people create" adds somebody.')
    })
  people
    .command('create')
    .description(
      'somebody with a password; a hosted platform (Supabase Auth) keeps its own people: invite there, then add',
    )
    .argument('<email>', 'the address that they sign in by')
    .requiredOption('--name <name>', 'as people read it')
    .addOption(brandOption())
    .addOption(roleOption())
    .addOption(passwordOption())
    .action(async (email: string, options: NewPerson, command: Command) => {
      const { password, isMade } = await newPassword(options)
      const created = await onDatabase((sql) => create(sql, email, password, options))
      const sentence = `${email} is ${options.role} of ${created.brand_ids.join(', ')} and signs in at /console.`
      printOutcome(command, isMade ? { ...created, password } : created, withPassword(sentence, isMade, password))
    })
  people
    .command('add')
    .description('make somebody a member of brands, or something else than they are there')
    .argument('<person>', 'e-mail address or id')
    .addOption(brandOption())
    .addOption(roleOption())
    .action(async (person: string, options: Membership, command: Command) => {
      const added = await onDatabase((sql) =>
        sql.begin(async (transaction) => await add(transaction, await findPerson(transaction, person), options)),
      )
      printOutcome(command, added, `${person} is ${options.role} of ${added.brand_ids.join(', ')}.`)
    })
  people
    .command('password')
    .description('give somebody another password; their sessions and connected apps end')
    .argument('<person>', 'e-mail address or id')
    .addOption(passwordOption())
    .action(async (person: string, options: Pick<NewPerson, 'askPassword'>, command: Command) => {
      const { password, isMade } = await newPassword(options)
      const personId = await onDatabase(async (sql) => {
        const found = await findPerson(sql, person)
        await sql`select core.set_password(${found}, ${password})`
        return found
      })
      const sentence = `${person} has another password, and is signed out everywhere.`
      const facts = { person_id: personId, ...(isMade ? { password } : {}) }
      printOutcome(command, facts, withPassword(sentence, isMade, password))
    })
  people
    .command('remove')
    .description('take somebody out of a brand, or out of all; what they let apps read there ends')
    .argument('<person>', 'e-mail address or id')
    .option('--brand <id or slug>', 'the brand; all of them without it')
    .action(async (person: string, options: { brand?: string }, command: Command) => {
      const left = await onDatabase((sql) => remove(sql, person, options.brand))
      printOutcome(command, left, `${person} is no member of ${left.brand_ids.join(', ')} any more.`)
    })
  return people
}

async function create(sql: Sql, email: string, password: string, options: NewPerson) {
  return await sql.begin(async (transaction) => {
    const [row] = await transaction`select core.create_person(${email}, ${password}, ${options.name}) as id`
    return await add(transaction, row?.id as string, options)
  })
}

async function add(sql: ISql, personId: string, { brand: brands, role }: Membership) {
  const brandIds: string[] = []
  for (const brand of brands) {
    const brandId = await findBrand(sql, brand)
    await sql`select core.add_member(${personId}, ${brandId}, ${role})`
    brandIds.push(brandId)
  }
  return { person_id: personId, brand_ids: brandIds, role }
}

async function remove(sql: Sql, person: string, brand: string | undefined) {
  const personId = await findPerson(sql, person)
  const brandId = brand === undefined ? null : await findBrand(sql, brand)
  const [row] = await sql`select core.remove_member(${personId}, ${brandId}) as brand_ids`
  return { person_id: personId, brand_ids: row?.brand_ids as string[] }
}

async function findBrand(sql: ISql, reference: string): Promise<string> {
  const [row] = await sql`select brand_id from core.find_brand(${reference})`
  return row?.brand_id as string
}

async function findPerson(sql: ISql, reference: string): Promise<string> {
  const [row] = await sql`select core.find_person(${reference}) as id`
  return row?.id as string
}

function withPassword(sentence: string, isMade: boolean, password: string): string {
  return isMade ? `${sentence}\nPassword: ${password}\nIt is shown once: hand it on now.` : sentence
}
