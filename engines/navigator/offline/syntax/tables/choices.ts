// Words between which a pattern of a clause lets choose (`$should`, `$first`). Pure.
// INVARIANT: a table of everyday English.

export const CHOICES = {
  should:
    'should|must|shall|ought to|need to|needs to|has to|have to|had better|is to|are to|is supposed to|are supposed to|is meant to|are meant to|will|wants to|want to|may|can|could|would have to|needs|should please|should now|should also|must also|will have to|is going to|are going to',
  be: 'be|get|be set to|be at|stand at|read|say|show|contain|hold|have|become|equal|be changed to|come to|be on|have the value|be equal to|be made|be given as|be called|display|be put to|be put at|be put on|be set at|be turned to',
  is: 'is|are|reads|says|equals|shows|contains|:|=|→|->|=>|-|–|—|is now|is to be|becomes|will be',
  into: 'into|in|in to|inside|under|to|on|at|inside of|within',
  list: 'from|out of|in|on|off|among|using|with|from among|of',
  up: 'ascending|increasing|rising|upward|upwards|alphabetical',
  first:
    'first|lowest first|smallest first|the lowest first|the smallest first|low to high|lowest to highest|smallest to largest|small to large|from low to high|from the lowest to the highest|from smallest to largest|from the smallest to the largest|from lowest to highest|smallest number first|the smallest number first|lowest number first|the lowest number first|smallest one first|lowest one first|going up|upwards|working up|starting with the lowest|starting with the smallest|starting from the lowest|starting from the smallest|beginning with the lowest|beginning with the smallest|beginning with the smallest number|beginning with the lowest number|starting with the smallest number|starting with the lowest number|starting with the lowest number at the top of the list|starting with the lowest at the top of the list|in ascending order|in increasing order|in rising order|into ascending order|into increasing order|from small to large|from small to big|from the smallest up|smallest at the top|lowest at the top|with the smallest at the top|with the lowest at the top|with the smallest first|with the lowest first|so that the numbers increase|so that they increase|so that the numbers go up|so that they go up|in order , smallest first|in order , lowest first|in order , smallest at the top|in order , lowest at the top|working up from the smallest number|working up from the lowest number|working up from the smallest|working up from the lowest',
  last: 'largest first|highest first|biggest first|the largest first|the highest first|the biggest first|high to low|highest to lowest|largest to smallest|from high to low|from the highest to the lowest|from largest to smallest|from the largest to the smallest|from highest to lowest|largest number first|the largest number first|highest number first|the highest number first|going down|downwards|working down|starting with the highest|starting with the largest|starting from the highest|starting from the largest|starting with the biggest|beginning with the highest|beginning with the largest|beginning with the biggest|beginning with the largest number|beginning with the highest number|starting with the largest number|starting with the highest number|starting with the highest number at the top of the list|in descending order|in decreasing order|in falling order|into descending order|into decreasing order|from large to small|from big to small|largest at the top|highest at the top|so that the numbers decrease|so that they decrease|working down from the biggest number|working down from the largest number|working down from the highest number|working down from the biggest|working down from the largest|from the biggest to the smallest|from biggest to smallest',
  basket: 'basket|cart|bag|trolley',
  deed: 'click|press|push|tap|hit|tick|check|check mark|checkmark|double click|double-click|star|single click|quick click|quick press|good press|poke|touch|quick tap|quick push|single press|single tap',
  all: 'all|all of|every|every one of|each|each of|every single|each and every|every single one of',
  but: 'except|except for|but|but not|apart from|other than|excluding|bar|save|save for|with the exception of|leaving out|skipping|besides|minus|not',
  text: 'the text|the value|the word|the words|the name|the number|the message|the line|the following|the following text|text|value|word|words|a message|the password|the username|the user name|the e-mail|the email|the phrase|the sentence|the answer',
  stands: 'there is|you will find|you can find|you find|you see|stands|sits|is',
  inTurn: 'one by one|in turn|one after the other|each in turn',
  bin: 'trash|bin|rubbish|waste basket|wastebasket|trash can',
  needs:
    'needs|wants|requires|deserves|should get|should have|must get|must have|gets|could do with|is to get|has to get',
} as const;

/** A frame: the words and slots of the arguments behind a verb, and the plain order that it is. `;;` parts orders. */
export type FrameRow = readonly [pattern: string, made: string];
