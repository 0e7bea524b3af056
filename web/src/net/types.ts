// The types of the API below /api/v1, as the server describes them (build/api.sh).
// Times are milliseconds since 1970 unless stated otherwise; seats and chairs are
// counted from 0.

import type { components, operations } from './generated/openapi';

type Schemas = components['schemas'];

export type ServerInfo = Schemas['Server'];
export type Privacy = Schemas['Privacy'];
export type Notice = Schemas['Notice'];
/** That no games begin for now. */
export type Maintenance = Schemas['Maintenance'];
/** A text of the operator. */
export type NoticeName = ServerInfo['notices'][number];
/** The player on a chair or seat: a person, a computer player with its level, or nobody if all fields are missing. */
export type Sitter = Schemas['Sitter'];
/** The time control; no clock if empty. */
export type TimeTerms = Schemas['Time'];
export type Terms = Schemas['Terms'];
/** Chairs 1 and 3 are the first party, chairs 2 and 4 the second. */
export type Party = NonNullable<Terms['begins']>;
/** A table in a list. */
export type Summary = Schemas['Summary'];
/** The state of a table after some of its events. */
export type Table = Schemas['Table'];
export type Phase = Table['phase'];
/** From the first team's side; "*" is no game, or an aborted one. */
export type Result = NonNullable<Table['result']>;
export type Clock = Schemas['Clock'];
export type RatingChange = Schemas['RatingChange'];
/** An event of a table: its `kind` decides what its `body` is. */
export type TableEvent = Schemas['Event'];
export type Channel = Schemas['EventSaid']['channel'];
export type Player = Schemas['Player'];
export type Rating = Schemas['Rating'];
export type TableNews = Schemas['TableNews'];
export type Heartbeat = Schemas['HeartbeatNews'];
/** The response to a command: the table and the number of the event it caused. */
export type CommandResult = Schemas['Answer'];
export type TableSnapshot = Schemas['TableSnapshot'];
/** An error, as application/problem+json. */
export type Problem = Schemas['Problem'];
export type LobbyNews = Schemas['LobbyNews'];
export type MyTablesNews = Schemas['MyTablesNews'];
export type GamesPage = Schemas['Games'];
export type Profile = Schemas['PlayerPage'];
export type Standing = Schemas['Standing'];
export type Passkey = Schemas['Passkey'];
/** A token for programs; its secret is shown only once. */
export type Token = Schemas['Token'];
/** A browser with a push subscription. */
export type Device = Schemas['Device'];
export type Me = Schemas['Me'];
/** What goes on: who is here, what they look for, and games to watch. */
export type Live = Schemas['Live'];
/** A bot of the server: its ratings, what it accepts, and its games. */
export type Bot = Schemas['Bot'];
export type Bots = Schemas['Bots'];
/** Which challenges a bot accepts. */
export type Accepting = Schemas['Accepting'];
export type Friend = Schemas['Friend'];
/** The players whom somebody has blocked or muted. */
export type Friends = Schemas['Friends'];
export type Challenge = Schemas['Challenge'];
export type Challenges = Schemas['Challenges'];
export type Preferences = Schemas['Preferences'];
/** A player as administrators see them. */
export type AdminPlayer = Schemas['AdminPlayer'];
/** A table with its messages. */
export type AdminTable = Schemas['AdminTable'];
export type AuditEntry = Schemas['AuditEntry'];
/** A class or club. */
export type Group = Schemas['Group'];
export type GroupMember = Schemas['GroupMember'];
/** A group with its members. */
export type GroupPage = Schemas['GroupPage'];
/** What became of a list of names. */
export type AddedNames = Schemas['AddedNames'];
/** What somebody signs in with; its code is shown only once. */
export type Card = Schemas['Card'];
export type Invitation = Schemas['Invitation'];
/** An invitation with its link, which is shown only once. */
export type MadeInvitation = Schemas['MadeInvitation'];
/** What an invitation is for. */
export type InvitedTo = Schemas['InvitedTo'];
export type Accepted = Schemas['Accepted'];
/** A player whom I have blocked or muted. */
export type Block = Schemas['Block'];
/** What a player told the moderators. */
export type Report = Schemas['Report'];
/** A report with what it is about. */
export type ReportContext = Schemas['ReportContext'];
/** The last rated games of a player. */
export type RatedGames = Schemas['RatedGames'];
/** How a player moved in a game. */
export type Figures = Schemas['Figures'];

/** A tournament with everything that its page shows. */
export type Tournament = Schemas['Tournament'];
/** A tournament in a list. */
export type TournamentSummary = Schemas['TournamentSummary'];
export type TournamentsPage = Schemas['Tournaments'];
export type TournamentSettings = Schemas['Settings'];
export type TournamentMe = Schemas['TournamentMe'];
/** Links and QR codes of a tournament, for organisers. */
export type TournamentLinks = Schemas['TournamentLinks'];
/** Somebody who takes part: a player or a team. Entrants are numbered from 1. */
export type Entrant = Schemas['Entrant'];
/** What an organiser says about an entrant. */
export type EntrantBody = Schemas['EntrantBody'];
/** Something that an organiser does. */
export type TournamentOrder = Schemas['Order'];
export type TournamentRound = Schemas['Round'];
/** A board of a round. */
export type TournamentGame = Schemas['GameOfRound'];
export type TournamentResult = NonNullable<TournamentGame['result']>;
/** A row of the standings. */
export type Rank = Schemas['Rank'];
export type TieBreak = NonNullable<TournamentSettings['tie_breaks']>[number];
export type Crosstable = Schemas['Crosstable'];
export type CrossRow = Schemas['CrossRow'];
export type CrossCell = Schemas['Cell'];
export type Bracket = Schemas['Bracket'];
export type Duel = Schemas['Duel'];

type StreamID = 'followTable' | 'followLobby' | 'followMyTables' | 'followPairing' | 'followTournament';
type EventOf<Id extends StreamID> = operations[Id]['responses'][200]['content']['text/event-stream'][number];
/** The events of a stream, each with its data. Streams handle `end` themselves. */
type MessageOf<E> = E extends { event: infer Name; data: infer Data }
	? Name extends 'end'
		? never
		: [event: Name, data: Data]
	: never;

export type TableMessage = MessageOf<EventOf<'followTable'>>;
export type LobbyMessage = MessageOf<EventOf<'followLobby'>>;
export type MyTablesMessage = MessageOf<EventOf<'followMyTables'>>;
export type PairingMessage = MessageOf<EventOf<'followPairing'>>;
export type TournamentMessage = MessageOf<EventOf<'followTournament'>>;
